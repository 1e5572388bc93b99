import { parseOptOutKeyword } from '#shared/campaigns/do-not-call.ts';
import { addToDoNotCall, type AddToDoNotCallDeps } from '#shared/campaigns/manage-do-not-call.ts';
import { toE164 } from '#shared/platform/e164.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { SmsStore } from '#shared/sms/sms-store.ts';
import { toSmsStatus, smsStatusesBefore, type MessageStatus, type SmsKey, type Sms } from '#shared/sms/sms.ts';

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
  deps.metrics.count('SmsSentAfterRefund');
  deps.logger.error('carrier sent an SMS that was already refunded', { ...key });
}

/**
 * The message that a callback of the carrier is about.
 * @throws AppError not_found when there is no such message; forbidden when it is another message at the carrier
 */
export async function findCarrierMessage(
  key: SmsKey,
  carrierMessageId: string,
  deps: { messages: SmsStore; logger: Logger },
): Promise<Sms> {
  const sms = await deps.messages.get(key);
  if (!sms) {
    deps.logger.warn('the carrier called back about an unknown message', { ...key });
    throw new AppError('not_found');
  }
  if (sms.carrierMessageId !== null && sms.carrierMessageId !== carrierMessageId) {
    deps.logger.warn('the carrier called back under another id', { ...key });
    throw new AppError('forbidden');
  }
  return sms;
}

export interface ReceiveMessageDeps extends AddToDoNotCallDeps {
  phoneNumbers: PhoneNumberStore;
  logger: Logger;
}

/**
 * Somebody texts one of the numbers. STOP puts the sender on the do-not-call list of the number's user; START takes them
 * off again, if it was their own STOP that put them there. Any other text changes nothing, and so does the same one again.
 */
export async function receiveMessage(
  { from, to, text }: { from: string; to: string; text: string },
  deps: ReceiveMessageDeps,
): Promise<void> {
  const wish = parseOptOutKeyword(text);
  const sender = toE164(from);
  if (wish === undefined || sender === undefined) return;
  const number = await deps.phoneNumbers.findByNumber(to);
  if (!number) {
    deps.logger.warn('inbound SMS to an unknown number');
    return;
  }
  const { userId } = number;
  if (wish === 'start') await deps.doNotCall.remove(userId, sender, 'sms');
  else await addToDoNotCall({ userId, phoneNumber: sender, source: 'sms', reason: null }, deps);
  deps.logger.info('opt-out keyword received by SMS', { userId, wish });
}
