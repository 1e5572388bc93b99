import { AsyncLocalStorage } from 'node:async_hooks';
import * as v from 'valibot';
import { describeIssues, environment } from '#shared/platform/environment.ts';

interface LogContext {
  functionId?: string;
  version?: string;
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

export function addLogContext(context: LogContext): void {
  Object.assign(storage.getStore() ?? {}, context);
}

type Level = 'INFO' | 'WARN' | 'ERROR';

/** JSON lines, as CloudWatch Logs Insights reads them. The usual package adds 23 KB and 7 ms to every cold start. */
export const logger: Logger = {
  info: (message, fields) => log('INFO', message, fields),
  warn: (message, fields) => log('WARN', message, fields),
  error: (message, fields) => log('ERROR', message, fields),
};

function log(level: Level, message: string, fields: LogFields = {}): void {
  const { error, ...rest } = fields;
  writeLine({
    level,
    time: new Date().toISOString(),
    message,
    ...storage.getStore(),
    ...rest,
    ...(error !== undefined && { error: describeError(error) }),
  });
}

/** Of many that came together. A log line has 256 KB at most. */
const LOGGED_ERRORS = 5;

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: 'NonError', message: String(error) };
  const cause = error.cause !== undefined && { cause: describeError(error.cause) };
  const errors = error instanceof AggregateError && { errors: error.errors.slice(0, LOGGED_ERRORS).map(describeError) };
  const message = error instanceof v.ValiError ? describeIssues(error.issues) : error.message;
  // The stack begins with the message.
  return { name: error.name, message, stack: error.stack?.replace(error.message, () => message), ...cause, ...errors };
}

/**
 * CloudWatch embedded metric format. Also without dimensions, and with the first of several: an alarm cannot sum over unknown
 * dimension values.
 */
export const metrics: Metrics = {
  count(name, dimensions = {}, amount = 1) {
    publish(name, amount, 'Count', dimensions);
  },
  duration(name, milliseconds, dimensions = {}) {
    publish(name, milliseconds, 'Milliseconds', dimensions);
  },
};

let namespace: string | undefined;

function publish(name: string, value: number, unit: string, dimensions: Record<string, string>): void {
  namespace ??= environment.metricsNamespace();
  const directive = {
    Namespace: namespace,
    Dimensions: [[], ...Object.keys(dimensions).map((_, index, names) => names.slice(0, index + 1))],
    Metrics: [{ Name: name, Unit: unit }],
  };
  writeLine({ _aws: { Timestamp: Date.now(), CloudWatchMetrics: [directive] }, ...dimensions, [name]: value });
}

type FailureMetric = 'RequestFailed' | 'CallbackFailed' | 'MessageFailed' | 'SocketFailure';

export function reportFailure(metric: FailureMetric, message: string, fields: LogFields): void {
  countFailure(metric);
  logger.error(message, fields);
}

/** Of a function whose new versions are tried first, also under its version: a deployment is judged by it. */
export function countFailure(metric: FailureMetric): void {
  const { functionId = '', version } = storage.getStore() ?? {};
  metrics.count(metric, { function: functionId, ...(version && { version }) });
}

/** For the log context. A function that is called without an alias has no versions, and names `$LATEST`. */
export function versionOf(context: { functionVersion: string } | undefined): { version?: string } {
  const version = context?.functionVersion ?? '';
  return /^\d/.test(version) ? { version } : {};
}

function writeLine(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** `error` may be any thrown value. The other fields must not contain personal data. */
export interface LogFields {
  error?: unknown;
  [field: string]: unknown;
}

/** Phone numbers are masked by the caller; transcripts are never logged. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface Metrics {
  count(name: string, dimensions?: Record<string, string>, amount?: number): void;
  duration(name: string, milliseconds: number, dimensions?: Record<string, string>): void;
}
