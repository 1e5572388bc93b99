import type { Metrics } from '#shared/ports/metrics.ts';
import { environment } from '#shared/runtime/environment.ts';
import { once } from '#shared/runtime/once.ts';

const namespace = /* @__PURE__ */ once(() => environment.metricsNamespace());

/**
 * CloudWatch embedded metric format: a JSON log line that CloudWatch turns into a metric. A metric with dimensions is kept
 * without them too, because an alarm cannot add up dimensions whose values it does not know.
 */
export const metrics: Metrics = {
  count(name, dimensions = {}, amount = 1) {
    write(name, amount, 'Count', dimensions);
  },
  duration(name, milliseconds, dimensions = {}) {
    write(name, milliseconds, 'Milliseconds', dimensions);
  },
};

function write(name: string, value: number, unit: string, dimensions: Record<string, string>): void {
  const names = Object.keys(dimensions);
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: namespace(),
          Dimensions: names.length === 0 ? [[]] : [[], names],
          Metrics: [{ Name: name, Unit: unit }],
        },
      ],
    },
    ...dimensions,
    [name]: value,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
