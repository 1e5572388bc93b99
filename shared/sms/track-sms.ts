import type { DoNotCallStore, CloseWaitingLeads, OptOutMessage } from '#shared/do-not-call/do-not-call.ts';
import { parseOptOut } from '#shared/do-not-call/opt-out.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { MessageReport, ReceivedMessages } from '#shared/sms/message-carrier.ts';
import type { SmsDeps } from '#shared/sms/sms-deps.ts';
import { smsStatusesBefore, type Sms, type SmsKey } from '#shared/sms/sms.ts';

export interface MessageProgress {
  key: SmsKey;
  carrierMessageId: string;
  status: MessageReport;
  /** The carrier's code for why it could not deliver the message. */
  errorCode: string | null;
}

export type ApplyMessageProgressDeps = Pick<SmsDeps, 'messages' | 'clock' | 'logger' | 'metrics'>;

/** Reports may be late, repeated or reordered. Any of them proves that the carrier accepted the message. */
export async function applyMessageProgress(progress: MessageProgress, deps: ApplyMessageProgressDeps): Promise<void> {
  const { key, carrierMessageId, status, errorCode } = progress;
  const change = { status, carrierMessageId, ...(errorCode === null ? {} : { failure: errorCode }) };
  const changed = await deps.messages.change(key, change, deps.clock.now(), smsStatusesBefore(status));
  if (changed) return;
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
  deps: Pick<SmsDeps, 'messages' | 'clock' | 'logger'>,
): Promise<Sms> {
  const sms = await deps.messages.get(key);
  if (!sms) {
    deps.logger.warn('carrier callback for an unknown SMS', { ...key });
    throw new AppError('not_found');
  }
  if (sms.carrierMessageId === carrierMessageId) return sms;
  const isOwn =
    sms.carrierMessageId === null &&
    (await deps.messages.recognise(key, carrierMessageId, deps.clock.now())) === 'recognised';
  if (isOwn) return sms;
  const recognised = await deps.messages.findRecognised(key.userId, carrierMessageId);
  if (recognised) return recognised;
  // Its answer or another callback was faster, or it was refunded.
  const current = await deps.messages.get(key);
  if (current?.carrierMessageId === carrierMessageId || current?.carrierMessageId === null) return current;
  deps.logger.warn('carrier callback with another message id', { ...key });
  throw new AppError('forbidden');
}

export interface ReceiveMessageDeps extends Pick<SmsDeps, 'phoneNumbers' | 'logger' | 'clock'> {
  doNotCall: DoNotCallStore;
  closeWaitingLeads: CloseWaitingLeads;
  receivedMessages: CarrierOf<ReceivedMessages>;
}

export interface ReceivedMessage {
  carrierMessageId: string;
  carrierAccount: string;
  from: string;
  to: string;
  text: string;
  /** What the carrier itself takes the text for. */
  keyword: OptOutMessage['wish'] | undefined;
}

/** STOP adds the sender to the list of the number's user, START removes what a STOP added. Once, and only if newest. */
export async function receiveMessage(message: ReceivedMessage, deps: ReceiveMessageDeps): Promise<void> {
  const { carrierMessageId: messageId } = message;
  const wish = message.keyword ?? parseOptOut(message.text);
  const phoneNumber = toE164(message.from);
  if (wish === undefined || phoneNumber === undefined) return;
  const number = await deps.phoneNumbers.findByNumber(message.to);
  if (number?.carrierAccount !== message.carrierAccount) {
    deps.logger.warn('inbound SMS to an unknown number');
    return;
  }
  const { userId } = number;
  const received = deps.receivedMessages(message.carrierAccount);
  const sentAt = wish === 'stop' ? await dateOfStop(messageId, received, deps) : await received.findDate(messageId);
  if (sentAt === undefined) {
    deps.logger.warn('START ignored: the carrier does not know the message', { userId });
    return;
  }
  const outcome = await deps.doNotCall.applyOptOut({ userId, phoneNumber, wish, messageId, sentAt }, deps.clock.now());
  deps.logger.info('opt-out keyword received by SMS', { userId, wish, outcome });
  if (wish === 'start' || outcome === 'outdated') return;
  // An earlier run may have crashed before it closed the leads. The user may have removed the number since.
  if (outcome === 'applied' || (await deps.doNotCall.has(userId, phoneNumber))) {
    await deps.closeWaitingLeads(userId, phoneNumber);
  }
}

/** Without an answer of the carrier a STOP counts from now. A START waits for one: it cannot undo a newer STOP. */
async function dateOfStop(
  messageId: string,
  received: ReceivedMessages,
  { clock, logger }: ReceiveMessageDeps,
): Promise<number> {
  try {
    return (await received.findDate(messageId)) ?? clock.now();
  } catch (error) {
    logger.warn('the carrier did not tell the date of a STOP', { error });
    return clock.now();
  }
}
