import { visibilityTimeoutSeconds, type QueueRow } from '#shared/manifest/manifest-row.ts';

/** What a queue and its dead-letter queue are told when they are made. */
export interface QueueSettings {
  visibilitySeconds: number;
  delaySeconds: number;
  retentionSeconds: number;
  maxReceiveCount: number;
  deadLetterRetentionSeconds: number;
}

const FOURTEEN_DAYS_SECONDS = 1_209_600;

/** As CDK makes the queues of the manifest. */
export function settingsOfRow(row: QueueRow): QueueSettings {
  return {
    visibilitySeconds: visibilityTimeoutSeconds(row),
    delaySeconds: 0,
    retentionSeconds: FOURTEEN_DAYS_SECONDS,
    maxReceiveCount: row.maxReceiveCount,
    deadLetterRetentionSeconds: FOURTEEN_DAYS_SECONDS,
  };
}
