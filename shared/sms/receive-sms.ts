import type { DoNotCallStore, CloseWaitingLeads, OptOutMessage } from '#shared/do-not-call/do-not-call.ts';
import { parseOptOut } from '#shared/do-not-call/opt-out.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { drawId } from '#shared/platform/ids.ts';
import type { ReceivedMessages } from '#shared/sms/message-carrier.ts';
import type { PreparedSmsEvent, ReceivedSms, SmsDeps } from '#shared/sms/sms-deps.ts';

export interface ReceiveMessageDeps extends Pick<SmsDeps, 'phoneNumbers' | 'events' | 'logger' | 'clock' | 'ids'> {
  messages: Pick<SmsDeps['messages'], 'receive'>;
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
  segments: number;
  /** What the carrier itself takes the text for. */
  keyword: OptOutMessage['wish'] | undefined;
}

/**
 * Stores a text once, whatever it says. STOP adds the sender to the list of the number's user, START removes what a STOP added: once, and
 * only if newest. A text whose keyword could not be applied is stored all the same, and the callback fails, so that the carrier repeats it.
 */
export async function receiveMessage(message: ReceivedMessage, deps: ReceiveMessageDeps): Promise<void> {
  const number = await deps.phoneNumbers.findByNumber(message.to);
  if (number?.carrierAccount !== message.carrierAccount) {
    deps.logger.warn('inbound SMS to an unknown number');
    return;
  }
  let optOut: OptOutMessage['wish'] | undefined;
  try {
    optOut = await applyKeyword(message, number.userId, deps);
  } finally {
    await store(message, number, optOut, deps);
  }
}

/** What the text has changed. */
async function applyKeyword(
  message: ReceivedMessage,
  userId: number,
  deps: ReceiveMessageDeps,
): Promise<OptOutMessage['wish'] | undefined> {
  const { carrierMessageId: messageId } = message;
  const wish = message.keyword ?? parseOptOut(message.text);
  const phoneNumber = toE164(message.from);
  if (wish === undefined || phoneNumber === undefined) return undefined;
  const received = deps.receivedMessages(message.carrierAccount);
  const sentAt = wish === 'stop' ? await dateOfStop(messageId, received, deps) : await received.findDate(messageId);
  if (sentAt === undefined) {
    deps.logger.warn('START ignored: the carrier does not know the message', { userId });
    return undefined;
  }
  const outcome = await deps.doNotCall.applyOptOut({ userId, phoneNumber, wish, messageId, sentAt }, deps.clock.now());
  deps.logger.info('opt-out keyword received by SMS', { userId, wish, outcome });
  if (outcome === 'outdated') return undefined;
  if (wish === 'start') return wish;
  // An earlier run may have crashed before it closed the leads. The user may have removed the number since.
  if (outcome === 'applied' || (await deps.doNotCall.has(userId, phoneNumber))) {
    await deps.closeWaitingLeads(userId, phoneNumber);
  }
  return wish;
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

/** The most that carriers deliver as one text. */
export const LONGEST_BODY = 1600;
/** A number, a short code, or a name of at most 11 characters. */
const LONGEST_SENDER = 64;

async function store(
  message: ReceivedMessage,
  number: PhoneNumber,
  optOut: OptOutMessage['wish'] | undefined,
  { messages, events, ids, clock, logger }: ReceiveMessageDeps,
): Promise<void> {
  const at = clock.now();
  const { userId } = number;
  const sms: Omit<ReceivedSms, 'id'> = {
    userId,
    phoneNumberId: number.id,
    direction: 'inbound',
    from: toE164(message.from) ?? message.from.toWellFormed().slice(0, LONGEST_SENDER),
    to: number.phoneNumber,
    carrierAccount: number.carrierAccount,
    body: message.text.toWellFormed().slice(0, LONGEST_BODY),
    segments: message.segments,
    segmentPrice: 0,
    totalCost: 0,
    status: 'delivered',
    claimedAt: null,
    carrierMessageId: message.carrierMessageId,
    failure: null,
    createdAt: at,
    updatedAt: at,
    ...(optOut && { optOut }),
  };
  let event: PreparedSmsEvent | undefined;
  const { outcome } = await drawId(ids, async (id) => {
    event = await events.prepare({ userId, smsId: id }, 'sms.received', at);
    return messages.receive({ id, ...sms }, event?.writes);
  });
  if (outcome === 'received') await event?.send();
  logger.info('inbound SMS', { userId, outcome });
}
