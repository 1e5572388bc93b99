import type { MetricSource } from '#infra/cloud/alarms/metric-source.ts';

/** One failure that users notice. */
export interface Alarm {
  /** The id of a manifest row, or an id that begins with its subject: `model/fails`. */
  id: string;
  /** What users lose: the text of the alarm. */
  failure: string;
  /** The file in docs/runbooks that says what to do. */
  runbook: string;
  /** Their sum is compared; a missing metric counts as 0. */
  metrics: readonly MetricSource[];
  /** Compared instead of the sum: metric math in which the metrics are `m0`, `m1` and so on. */
  expression?: string;
  /** Names for parts of the expression, in metric math that may use those before. */
  variables?: Readonly<Record<string, string>>;
  /** The sum at which the alarm goes off; with `fewer`, below which it goes off. */
  threshold: number;
  comparison: 'or-more' | 'fewer';
  periodSeconds: number;
  /** Consecutive periods. */
  periods: number;
  /** How a period without data counts. */
  missingData: 'good' | 'bad';
}

/** One occurrence within five minutes. */
export const atOnce = {
  threshold: 1,
  comparison: 'or-more',
  periodSeconds: 300,
  periods: 1,
  missingData: 'good',
} as const;

/**
 * Failures that are both this many and this part of everything: where much goes on, a few are normal at any time. Where nothing else goes
 * on, their number decides.
 */
export function partOf(
  failures: readonly MetricSource[],
  everything: readonly MetricSource[],
  { least, percent }: { least: number; percent: number },
) {
  const sum = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `FILL(m${from + index}, 0)`).join(' + ');
  const metrics = [...failures, ...everything];
  const failed = sum(0, failures.length);
  // Without a division, which has no result where nothing else goes on.
  const isMany = `(${failed}) * 100 >= (${sum(failures.length, metrics.length)}) * ${percent}`;
  return { metrics, expression: `IF(${isMany}, ${failed}, 0)`, threshold: least };
}
