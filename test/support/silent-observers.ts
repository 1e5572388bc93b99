import type { Logger, LogFields } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';

/** A logger and metrics that keep what they are told. */
export function createObservers() {
  const lines: Array<{ level: string; message: string; fields: LogFields | undefined }> = [];
  const counts: Array<{ name: string; dimensions: Record<string, string> | undefined; amount?: number }> = [];
  const write = (level: string) => (message: string, fields?: LogFields) => void lines.push({ level, message, fields });
  const logger: Logger = { info: write('info'), warn: write('warn'), error: write('error') };
  const metrics: Metrics = {
    count: (name, dimensions, amount) =>
      void counts.push({ name, dimensions, ...(amount === undefined ? {} : { amount }) }),
    duration: () => undefined,
  };
  return { logger, metrics, lines, counts };
}
