import { AppError } from '#shared/platform/errors.ts';
import type { MessageReport } from '#shared/sms/message-carrier.ts';
import type { SmsDeps } from '#shared/sms/sms-deps.ts';
import { smsEventOf, smsStatusesBefore, type Sms, type SmsKey } from '#shared/sms/sms.ts';

export interface MessageProgress {
  key: SmsKey;
  carrierMessageId: string;
  status: MessageReport;
  /** The carrier's code for why it could not deliver the message. */
  errorCode: string | null;
}

export type ApplyMessageProgressDeps = Pick<SmsDeps, 'messages' | 'events' | 'clock' | 'logger' | 'metrics'>;

/** Reports may be late, repeated or reordered. Any of them proves that the carrier accepted the message. */
export async function applyMessageProgress(progress: MessageProgress, deps: ApplyMessageProgressDeps): Promise<void> {
  const { key, carrierMessageId, status, errorCode } = progress;
  const change = { status, carrierMessageId, ...(errorCode === null ? {} : { failure: errorCode }) };
  const at = deps.clock.now();
  const event = await deps.events.prepare(key, smsEventOf(status), at);
  const changed = await deps.messages.change(key, change, at, smsStatusesBefore(status), event?.writes);
  if (changed) {
    await event?.send();
    return;
  }
  const sms = await deps.messages.get(key);
  if (sms?.status !== 'failed') return;
  deps.metrics.count('SmsSentAfterRefund');
  deps.logger.error('carrier sent an SMS that was already refunded', { ...key });
}

/**
 * A search after a lost answer may have given the id to another message with the same text: then it is that one.
 * @throws AppError not_found when it does not exist; forbidden when it has another carrier message id
 */
export async function findCarrierMessage(
  key: SmsKey,
  carrierMessageId: string,
  deps: Pick<SmsDeps, 'messages' | 'events' | 'clock' | 'logger'>,
): Promise<Sms> {
  const sms = await deps.messages.get(key);
  if (!sms) {
    deps.logger.warn('carrier callback for an unknown SMS', { ...key });
    throw new AppError('not_found');
  }
  if (sms.carrierMessageId === carrierMessageId) return sms;
  const isOwn = sms.carrierMessageId === null && (await recogniseSms(key, carrierMessageId, deps)) === 'recognised';
  if (isOwn) return sms;
  const recognised = await deps.messages.findRecognised(key.userId, carrierMessageId);
  if (recognised) return recognised;
  // Its answer or another callback was faster, or it was refunded.
  const current = await deps.messages.get(key);
  if (current?.carrierMessageId === carrierMessageId || current?.carrierMessageId === null) return current;
  deps.logger.warn('carrier callback with another message id', { ...key });
  throw new AppError('forbidden');
}

export async function recogniseSms(
  key: SmsKey,
  carrierMessageId: string,
  { messages, events, clock }: Pick<SmsDeps, 'messages' | 'events' | 'clock'>,
) {
  const at = clock.now();
  const event = await events.prepare(key, 'sms.sent', at);
  const outcome = await messages.recognise(key, carrierMessageId, at, event?.writes);
  if (outcome === 'recognised') await event?.send();
  return outcome;
}
