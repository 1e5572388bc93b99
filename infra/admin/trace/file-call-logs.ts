import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isAbout, parseLogLine, type CallLogs, type LogLine } from '#infra/admin/trace/call-logs.ts';

/** The log file of the local stack. A stack that logs to the terminal has none. */
export function createFileCallLogs(file: string): CallLogs {
  return {
    async find(query) {
      const found: LogLine[] = [];
      if (!existsSync(file)) return found;
      for await (const text of createInterface({ input: createReadStream(file) })) {
        const line = parseLogLine(text);
        if (line && isAbout(line, query)) found.push(line);
      }
      return found;
    },
  };
}
