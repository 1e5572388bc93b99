import type { Assistant } from '#shared/assistants/assistant.ts';
import { LONGEST_WAIT_MS, type CallKey, type CarrierStatus } from '#shared/calls/call.ts';
import type { Language } from '#shared/catalog/languages.ts';
import type { Voice } from '#shared/catalog/voices.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { MessageStatus } from '#shared/sms/track-sms.ts';
import type { SmsKey } from '#shared/sms/sms.ts';

export interface Dial {
  key: CallKey;
  /** E.164 */
  to: string;
  /** E.164 */
  from: string;
  /** The carrier ends the call after this time. */
  timeLimitSeconds: number;
}

export interface CarrierCallState {
  carrierCallId: string;
  status: CarrierStatus;
  durationSeconds: number;
}

export interface CarrierCall extends CarrierCallState {
  /** When the carrier accepted the call, epoch milliseconds. */
  createdAt: number;
}

/**
 * `accepted`: the carrier has the call. `refused`: it will never dial it; `isOfRecipient`: because of the number. `retry`: it certainly
 * did not accept the call and may accept it later. `closed`: likewise, but it takes nothing of the account until an operator has acted.
 * `unknown`: no response; ask `findCalls`, never dial again.
 */
export type DialOutcome =
  | { kind: 'accepted'; carrierCallId: string }
  | { kind: 'refused'; code: number; reason: string; isOfRecipient?: boolean }
  | { kind: 'closed'; code: number; reason: string }
  | { kind: 'retry'; afterSeconds: number; reason: string }
  | { kind: 'unknown'; reason: string };

/** The outcome as metrics name it: numbers that cannot be called or texted are no concern of operators. */
export function problemOf(outcome: { kind: string; isOfRecipient?: boolean }): string {
  return outcome.isOfRecipient ? 'recipient' : outcome.kind;
}

/** A phone number in the carrier account. */
export interface CarrierNumber {
  carrierNumberId: string;
  /** E.164 */
  phoneNumber: string;
  /** Where its calls are routed now, as text for an operator; null if nowhere. */
  callsGoTo: string | null;
  /** Whether its calls and status callbacks are routed to the service at the given origin. */
  isPointed: boolean;
}

export interface OutgoingMessage {
  key: SmsKey;
  /** E.164 */
  to: string;
  /** E.164 */
  from: string;
  body: string;
}

export interface CarrierMessage {
  carrierMessageId: string;
  status: MessageStatus;
  body: string;
  /** When the carrier accepted the message, epoch milliseconds. */
  createdAt: number;
}

/**
 * As `DialOutcome`, for a message. `reason` is the carrier's text. `hasOptedOut`: the recipient has sent STOP to the sender. After
 * `unknown` ask `findMessages`, never send again.
 */
export type MessageOutcome =
  | { kind: 'accepted'; carrierMessageId: string; status: MessageStatus }
  | { kind: 'refused'; code: number; reason: string; isOfRecipient?: boolean; hasOptedOut?: boolean }
  | { kind: 'closed'; code: number; reason: string }
  | { kind: 'retry'; afterSeconds: number; reason: string }
  | { kind: 'unknown'; reason: string };

/** An account at the telephone company that dials calls and sends messages. Phone numbers are E.164. */
export interface Carrier {
  dial(dial: Dial): Promise<DialOutcome>;
  /** Undefined if the carrier does not know the call. */
  fetchCall(carrierCallId: string): Promise<CarrierCallState | undefined>;
  /**
   * The carrier's calls between two numbers, newest first, at most 1,000. One without a date counts as created
   * at `since`.
   * @param since epoch milliseconds
   */
  findCalls(to: string, from: string, since: number): Promise<CarrierCall[]>;
  /**
   * The call that the carrier's requests to the service name, for a call that is over. The carrier lists them some minutes
   * after the end. Undefined until then, and if none names a call of this service.
   */
  findOwner(carrierCallId: string): Promise<CallKey | undefined>;
  /**
   * Limits the total duration of a call in progress. `not_live`: the call is not in progress yet, has ended, or is unknown
   * to the carrier.
   */
  limitDuration(carrierCallId: string, seconds: number): Promise<'updated' | 'not_live'>;
  /** Ends a call in progress, or cancels one that was not answered. Does nothing if the call is over. */
  hangUp(carrierCallId: string): Promise<void>;
  sendMessage(message: OutgoingMessage): Promise<MessageOutcome>;
  /**
   * The messages that were sent between two numbers, newest first, at most 1,000. One without a date counts as created
   * at `since`.
   * @param since epoch milliseconds
   */
  findMessages(to: string, from: string, since: number): Promise<CarrierMessage[]>;
}

/** The phone numbers of a carrier account. The functions of the service do not use it. */
export interface CarrierNumbers {
  /** Finds a number of the account and compares its routing with `publicUrl`. Undefined if the account does not have it. */
  findNumber(phoneNumber: string, publicUrl: string): Promise<CarrierNumber | undefined>;
  /** Routes the calls to a number, and their status callbacks, to the service at `publicUrl`. */
  pointNumber(carrierNumberId: string, publicUrl: string): Promise<void>;
}

/**
 * The carrier by the account that has the number of a call or message.
 * @throws Error if the stage has no such account
 */
export type CarrierOf = (account: string) => Carrier;

/** The same carrier for a worker: a request that fails and may be repeated is a message for later, and no crash. */
export function retryLater(carrierOf: CarrierOf, delaySeconds: number, logger: Logger): CarrierOf {
  const orLater = async <Answer>(request: Promise<Answer>): Promise<Answer> => {
    try {
      return await request;
    } catch (cause) {
      logger.warn('the carrier does not answer', { error: cause });
      throw new RetryLater('the carrier does not answer', delaySeconds, { cause });
    }
  };
  return (account) => {
    const carrier = carrierOf(account);
    return {
      ...carrier,
      fetchCall: (id) => orLater(carrier.fetchCall(id)),
      findCalls: (to, from, since) => orLater(carrier.findCalls(to, from, since)),
      findOwner: (id) => orLater(carrier.findOwner(id)),
      limitDuration: (id, seconds) => orLater(carrier.limitDuration(id, seconds)),
      hangUp: (id) => orLater(carrier.hangUp(id)),
      findMessages: (to, from, since) => orLater(carrier.findMessages(to, from, since)),
    };
  };
}

/** The messages that the carrier received for our numbers. */
export interface ReceivedMessages {
  /** When the carrier received the message, epoch milliseconds in whole seconds. Undefined if the carrier does not know it. */
  findDate(carrierMessageId: string): Promise<number | undefined>;
}

export interface ConversationInstruction {
  key: CallKey;
  carrierCallId: string;
  /** The number of the connection that these instructions allow. The first one of a call is 0. */
  connectionNumber: number;
  assistant: Assistant;
  voice: Voice;
  language: Language;
  /** Null if the customer speaks first. */
  greeting: string | null;
  /** Names that the customer may say. */
  hints: string[];
  /** The maximum duration of the call. */
  timeLimitSeconds: number;
}

/** Builds the document that tells the carrier what to do with a call, such as TwiML. */
export interface CallInstructions {
  /** Connects the call to our pipeline or to the speech model, with recording if the assistant has it enabled. */
  connectConversation(instruction: ConversationInstruction): Promise<string>;
  hangUp(): string;
  /** Whether the carrier has a voice of its own for the language, BCP 47. */
  canSay(locale: string): boolean;
  /** Says a sentence in the voice of the carrier, and hangs up. */
  sayGoodbye(text: string, locale: string): string;
  /** Rejects an inbound call without answering it: the caller hears a busy tone, or that the number is not in service. */
  reject(reason: 'busy' | 'unassigned'): string;
}

/** Carriers deliver within seconds and retry for minutes at most. An older callback is a replay. */
const MAX_EVENT_AGE_MS = 5 * 60_000;
/** The longest wait, and a day: the longest call takes 20 minutes, and its recording follows some minutes later. */
const MAX_RECORD_AGE_MS = LONGEST_WAIT_MS + 24 * 3_600_000;

/**
 * Whether a signed callback is too old to be trusted.
 * @param recordId the id of its call or message, which contains the time of creation; undefined if it names none
 * @param eventTime the carrier's time of the event, epoch milliseconds; undefined if the callback has none
 * @param now epoch milliseconds
 */
export function isStaleCallback(recordId: number | undefined, eventTime: number | undefined, now: number): boolean {
  if (recordId !== undefined && now - recordIdTime(recordId) > MAX_RECORD_AGE_MS) return true;
  return eventTime !== undefined && Math.abs(now - eventTime) > MAX_EVENT_AGE_MS;
}
