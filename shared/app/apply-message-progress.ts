import { toSmsStatus, type MessageStatus } from '#shared/domain/sms/message-status.ts';
import { smsStatusesBefore } from '#shared/domain/sms/sms-status.ts';
import type { SmsKey } from '#shared/domain/sms/sms.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { SmsStore } from '#shared/ports/sms-store.ts';

export interface MessageProgress {
  key: SmsKey;
  carrierMessageId: string;
  status: MessageStatus;
  /** Why the carrier could not deliver it. */
  errorCode: string | null;
}

export interface ApplyMessageProgressDeps {
  messages: SmsStore;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Moves a message to where the carrier says it is, if that is forward; late, repeated and reordered news change nothing.
 * Whatever the carrier says of a message, it says that it has it: the first news ends the waiting for the answer.
 */
export async function applyMessageProgress(progress: MessageProgress, deps: ApplyMessageProgressDeps): Promise<void> {
  const { key, carrierMessageId, errorCode } = progress;
  const status = toSmsStatus(progress.status);
  const change = { status, carrierMessageId, ...(errorCode === null ? {} : { failure: errorCode }) };
  const changed = await deps.messages.change(key, change, deps.clock.now(), smsStatusesBefore(status));
  if (changed) return;
  const sms = await deps.messages.get(key);
  if (sms?.status !== 'failed') return;
  deps.metrics.count('SmsLeftAfterRefund');
  deps.logger.error('the carrier has a message that was taken for lost and refunded', { ...key });
}
