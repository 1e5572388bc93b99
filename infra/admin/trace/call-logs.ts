import * as v from 'valibot';

/** What the logs of one call are found by. */
export interface LogQuery {
  userId: number;
  callId: number;
  /** The conversation's connection: its first lines know no call yet. */
  connectionId: string | null;
  /** Epoch milliseconds. */
  from: number;
  to: number;
}

export interface LogLine {
  at: number;
  level: string;
  message: string;
  /** Everything else of the line. */
  fields: Record<string, unknown>;
}

/** Where the functions log to. */
export interface CallLogs {
  find(query: LogQuery): Promise<LogLine[]>;
}

const Line = v.looseObject({
  time: v.pipe(v.string(), v.isoTimestamp()),
  level: v.string(),
  message: v.string(),
});

/** A line of a function; undefined for anything else, such as a metric. */
export function parseLogLine(text: string): LogLine | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), text);
  if (!parsed.success) return undefined;
  const { time, level, message, ...fields } = parsed.output;
  return { at: Date.parse(time), level, message, fields };
}

export function isAbout({ fields }: LogLine, { userId, callId, connectionId }: LogQuery): boolean {
  if (connectionId !== null && fields['connectionId'] === connectionId) return true;
  return fields['callId'] === callId && (fields['userId'] === undefined || fields['userId'] === userId);
}
