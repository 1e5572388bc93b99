import { styleText } from 'node:util';
import type { Result } from '#infra/local/rehearsal/run-rehearsal.ts';

export interface Progress {
  begin(name: string): void;
  end(result: Result): void;
  close(): void;
}

/** One line that changes in place on a terminal; elsewhere a line for each rehearsal that is over. */
export function createProgress(total: number, out: NodeJS.WriteStream): Progress {
  const running = new Set<string>();
  let done = 0;
  let failed = 0;
  const draw = () => {
    const counts = `${done}/${total} done${failed === 0 ? '' : styleText('red', `, ${failed} failed`)}`;
    const names = [...running].join(', ');
    out.write(`\r\u{1B}[K${fit(`${counts}${names === '' ? '' : `  on the line: ${names}`}`, out.columns)}`);
  };
  return {
    begin(name) {
      running.add(name);
      if (out.isTTY) draw();
    },
    end({ rehearsal, failures, seconds }) {
      running.delete(rehearsal.name);
      done += 1;
      if (failures.length > 0) failed += 1;
      if (out.isTTY) draw();
      else
        out.write(
          `${done}/${total} ${failures.length === 0 ? 'passed' : 'FAILED'} ${rehearsal.name} (${seconds.toFixed(1)} s)\n`,
        );
    },
    close() {
      if (out.isTTY) out.write('\r\u{1B}[K');
    },
  };
}

const fit = (text: string, columns: number) => (text.length < columns ? text : `${text.slice(0, columns - 2)}…`);
