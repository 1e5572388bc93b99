import { atOnce, type Alarm } from '#infra/cloud/alarms/alarm.ts';
import { ofAlias, ours } from '#infra/cloud/alarms/metric-source.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

/** Failures of a new version below this part of its invocations do not stop a deployment. */
export const LEAST_PERCENT = 1;
/** One failure may be chance, whatever the version. */
export const LEAST_FAILURES = 2;
/** How many standard deviations the failures of a new version are above what the old version would have had in its place. */
export const DEVIATIONS = 3;

/**
 * Stops a deployment whose new version fails more often than the version that it replaces. Both are measured in the same minutes: what
 * fails anyway is not held against the correction of it. Chance is taken for a Poisson distribution. The old version counts one
 * failure and one invocation more, so that one that has not failed yet is not taken for one that never does.
 * Without a division, which has no result where the old version is not called.
 */
export function canaryAlarm({ id, kind, failure }: ManifestRow, version: string): Alarm {
  const caught = kind === 'socket' ? 'SocketFailure' : 'CallbackFailed';
  return {
    ...atOnce,
    id: `${id}/canary`,
    failure: `The new version fails more often than the old one, so the deployment is rolled back. ${failure}`,
    runbook: 'deployment-rolled-back.md',
    metrics: [
      ofAlias('Errors', id, version),
      ours(caught, 'Sum', { function: id, version }),
      ofAlias('Invocations', id, version),
      ofAlias('Errors', id),
      ours(caught, 'Sum', { function: id }),
      ofAlias('Invocations', id),
    ],
    variables: {
      failed: 'FILL(m0, 0) + FILL(m1, 0)',
      tried: 'FILL(m2, 0)',
      oldFailed: 'FILL(m3, 0) + FILL(m4, 0) - failed + 1',
      oldTried: 'FILL(m5, 0) - tried + 1',
      excess: 'failed * oldTried - tried * oldFailed',
    },
    expression: [
      `IF(tried > 0 && failed >= ${LEAST_FAILURES} && failed * 100 >= tried * ${LEAST_PERCENT}`,
      `excess > 0 && excess * excess >= ${DEVIATIONS ** 2} * tried * oldFailed * oldTried, 1, 0)`,
    ].join(' && '),
  };
}
