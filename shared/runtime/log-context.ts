import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of one invocation carries. Never personal data: ids only. */
export interface LogContext {
  functionId?: string;
  requestId?: string;
  userId?: number;
  callId?: number;
  smsId?: number;
  campaignId?: number;
}

const storage = new AsyncLocalStorage<LogContext>();

export function withLogContext<Result>(context: LogContext, run: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...context }, run);
}

/** Adds to the context of the running invocation; does nothing outside one. */
export function addLogContext(context: LogContext): void {
  Object.assign(storage.getStore() ?? {}, context);
}

export function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}
