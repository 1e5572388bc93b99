import { parseOptOutKeyword } from '#shared/campaigns/do-not-call.ts';
import { addToDoNotCall, type AddToDoNotCallDeps } from '#shared/campaigns/manage-do-not-call.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { AppError } from '#shared/platform/errors.ts';
import { smsStatusesBefore, toSmsStatus, type MessageStatus, type Sms, type SmsKey } from '#shared/sms/sms.ts';
import type { SmsDeps } from '#shared/sms/sms-store.ts';

export interface MessageProgress {
  key: SmsKey;
  carrierMessageId: string;
  status: MessageStatus;
  /** The carrier's code for why it could not deliver the message. */
  errorCode: string | null;
}

export type ApplyMessageProgressDeps = Pick<SmsDeps, 'messages' | 'clock' | 'logger' | 'metrics'>;

/**
 * Applies a carrier report if it moves the message forward; late, repeated and reordered reports change nothing. Any report
 * proves that the carrier accepted the message, so that the first one also settles a lost response.
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
 * Returns the message of a carrier callback.
 * @throws AppError not_found when it does not exist; forbidden when it has another carrier message id
 */
export async function findCarrierMessage(
  key: SmsKey,
  carrierMessageId: string,
  deps: Pick<SmsDeps, 'messages' | 'logger'>,
): Promise<Sms> {
  const sms = await deps.messages.get(key);
  if (!sms) {
    deps.logger.warn('carrier callback for an unknown SMS', { ...key });
    throw new AppError('not_found');
  }
  if (sms.carrierMessageId !== null && sms.carrierMessageId !== carrierMessageId) {
    deps.logger.warn('carrier callback with another message id', { ...key });
    throw new AppError('forbidden');
  }
  return sms;
}

export type ReceiveMessageDeps = AddToDoNotCallDeps & Pick<SmsDeps, 'phoneNumbers' | 'logger'>;

/**
 * Handles an inbound SMS. STOP adds the sender to the do-not-call list of the number's user; START removes an entry that a
 * STOP created. Any other text changes nothing. Idempotent.
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
