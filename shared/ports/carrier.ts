import type { CallKey } from '#shared/domain/call/call.ts';
import type { CarrierStatus } from '#shared/domain/call/carrier-progress.ts';
import type { MessageStatus } from '#shared/domain/sms/message-status.ts';
import type { SmsKey } from '#shared/domain/sms/sms.ts';

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
