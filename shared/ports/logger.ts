/** `error` may be any thrown value; the rest must be free of personal data. */
export interface LogFields {
  error?: unknown;
  [field: string]: unknown;
}

/** Structured log of the service. Phone numbers are masked by the caller; transcripts are never logged. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
