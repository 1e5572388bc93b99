import type { Metrics } from '#shared/ports/metrics.ts';

const NAMESPACE = 'Ringback';

/** CloudWatch embedded metric format: a JSON log line that CloudWatch turns into a metric. */
export const metrics: Metrics = {
  count(name, dimensions = {}) {
    write(name, 1, 'Count', dimensions);
  },
  duration(name, milliseconds, dimensions = {}) {
    write(name, milliseconds, 'Milliseconds', dimensions);
  },
};

function write(name: string, value: number, unit: string, dimensions: Record<string, string>): void {
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        { Namespace: NAMESPACE, Dimensions: [Object.keys(dimensions)], Metrics: [{ Name: name, Unit: unit }] },
      ],
    },
    ...dimensions,
    [name]: value,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
