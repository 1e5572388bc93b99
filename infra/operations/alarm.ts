import type { MetricSource } from '#infra/operations/metric-source.ts';

/** One way to fail users. */
export interface Alarm {
  /** The id of a manifest row, or one that begins with what it is about: `model/fails`. */
  id: string;
  /** What users lose: the text of the alarm. */
  failure: string;
  /** The file in docs/runbooks that says what to do. */
  runbook: string;
  /** Added up; a missing one counts as 0. */
  metrics: readonly MetricSource[];
  /** The alarm goes off when the sum is so many or more; `fewer`: when it is less. */
  threshold: number;
  comparison: 'or-more' | 'fewer';
  periodSeconds: number;
  /** So many periods in a row. */
  periods: number;
  /** What no data at all means. */
  missingData: 'good' | 'bad';
}

/** Once within five minutes is enough, and silence is good. */
export const atOnce = {
  threshold: 1,
  comparison: 'or-more',
  periodSeconds: 300,
  periods: 1,
  missingData: 'good',
} as const;
