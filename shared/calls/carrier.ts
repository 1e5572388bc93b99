import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallKey, CarrierStatus } from '#shared/calls/call.ts';
import type { Language } from '#shared/catalog/languages.ts';
import type { Voice } from '#shared/catalog/voices.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import type { MessageStatus, SmsKey } from '#shared/sms/sms.ts';

export interface Dial {
  key: CallKey;
  /** E.164 */
  to: string;
  /** E.164 */
  from: string;
  /** The carrier ends the call after so many seconds. */
  timeLimitSeconds: number;
}

export interface CarrierCall {
  carrierCallId: string;
  status: CarrierStatus;
  durationSeconds: number;
  /** When the carrier took the call, epoch milliseconds. */
  createdAt: number;
}

/**
 * `accepted`: the carrier has the call. `refused`: it will never dial it. `retry`: it certainly did not take the call and
 * may later. `unknown`: no answer came; ask `findCalls`, never dial again.
 */
export type DialOutcome =
  | { kind: 'accepted'; carrierCallId: string }
  | { kind: 'refused'; code: number; reason: string }
  | { kind: 'retry'; afterSeconds: number; reason: string }
  | { kind: 'unknown'; reason: string };

/** A number of the carrier's account. */
export interface CarrierNumber {
  carrierNumberId: string;
  /** E.164 */
  phoneNumber: string;
  /** Where its calls go now, in words for an operator; null when nowhere. */
  callsGoTo: string | null;
  /** Whether its calls, and the news of them, go to the service at the origin that was asked for. */
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
  /** When the carrier took the message, epoch milliseconds. */
  createdAt: number;
}

/** As of a call; `reason` is the carrier's text. After `unknown` ask `findMessages`, never send again. */
export type MessageOutcome =
  | { kind: 'accepted'; carrierMessageId: string; status: MessageStatus }
  | { kind: 'refused'; code: number; reason: string }
  | { kind: 'retry'; afterSeconds: number; reason: string }
  | { kind: 'unknown'; reason: string };

/** The telephone company. Numbers are E.164. */
export interface Carrier {
  dial(dial: Dial): Promise<DialOutcome>;
  /** Undefined when the carrier does not know the call. */
  fetchCall(carrierCallId: string): Promise<CarrierCall | undefined>;
  /** The carrier's calls between two numbers since this epoch millisecond, newest first, 50 at most. */
  findCalls(to: string, from: string, since: number): Promise<CarrierCall[]>;
  /**
   * Gives a call that is on the line a limit to its whole duration. `not_live`: it is not on the line, yet or any more, or
   * the carrier does not know it.
   */
  limitDuration(carrierCallId: string, seconds: number): Promise<'updated' | 'not_live'>;
  /** Ends a live call, or cancels one that has not been answered. A call that is over already is no error. */
  hangUp(carrierCallId: string): Promise<void>;
  sendMessage(message: OutgoingMessage): Promise<MessageOutcome>;
  /** The messages that were sent between two numbers since this epoch millisecond, newest first, 1000 at most. */
  findMessages(to: string, from: string, since: number): Promise<CarrierMessage[]>;
  /** The account's number of this E.164, compared with the service at this origin; undefined when the account has it not. */
  findNumber(phoneNumber: string, publicUrl: string): Promise<CarrierNumber | undefined>;
  /** Sends the calls to a number, and the news of them, to the service at this origin. */
  pointNumber(carrierNumberId: string, publicUrl: string): Promise<void>;
}

export interface ConversationInstruction {
  key: CallKey;
  carrierCallId: string;
  assistant: Assistant;
  voice: Voice;
  language: Language;
  /** Null when the customer speaks first. */
  greeting: string | null;
  /** What the call may take at most. */
  timeLimitSeconds: number;
}

/** What the carrier is told to do with a call, in the carrier's own language. */
export interface CallInstructions {
  /** Connect the call to the conversation, ours or that of the speech model, recorded if the assistant says so. */
  connectConversation(answer: ConversationInstruction): Promise<string>;
  hangUp(): string;
  /** Do not answer a call that comes in: the caller hears that the line is busy, or that nobody has the number. */
  reject(reason: 'busy' | 'unassigned'): string;
}

/** Carriers deliver within seconds and retry for minutes at most; what is older was kept by somebody to be played again. */
const MAX_EVENT_AGE_MS = 5 * 60_000;
/** The longest call takes 20 minutes; its recording is there some minutes later. */
const MAX_CALL_AGE_MS = 24 * 3_600_000;

/**
 * Whether a signed callback is too old to be believed.
 * @param recordId of the call or message that it is about; undefined where it does not name one
 * @param eventTime the carrier's own time of the event, epoch ms; undefined where the callback carries none
 */
export function isStaleCallback(recordId: number | undefined, eventTime: number | undefined, now: number): boolean {
  if (recordId !== undefined && now - recordIdTime(recordId) > MAX_CALL_AGE_MS) return true;
  return eventTime !== undefined && Math.abs(now - eventTime) > MAX_EVENT_AGE_MS;
}
