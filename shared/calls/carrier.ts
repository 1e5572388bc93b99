import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallKey, CallStatus } from '#shared/calls/call.ts';
import type { Language } from '#shared/catalog/languages.ts';
import type { Voice } from '#shared/catalog/voices.ts';
import type { CarrierOf, CarrierOutcome, OrLater } from '#shared/numbers/carrier-account.ts';

/**
 * What carriers report of a call. `ended`: the line of an answered call is down; `decideFinalStatus` determines later who ended it.
 * `cancelled`: it was hung up before the answer.
 */
export type ReportedStatus =
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'ended'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'cancelled';

export function toCallStatus(status: ReportedStatus): CallStatus {
  return status === 'cancelled' ? 'no-answer' : status;
}

/** Whether the status is the last one that the carrier reports for a call. */
export function isOver(status: ReportedStatus): boolean {
  return !['initiated', 'ringing', 'in-progress'].includes(status);
}

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
  status: ReportedStatus;
  durationSeconds: number;
}

export interface CarrierCall extends CarrierCallState {
  /** When the carrier accepted the call, epoch milliseconds. */
  createdAt: number;
}

/** After `unknown` ask `findCalls`, never dial again. */
export type DialOutcome = CarrierOutcome<{ carrierCallId: string }>;

/** An account at the telephone company that dials calls. Phone numbers are E.164. */
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
}

/** The same carrier for a worker, which asks again later. */
export function patientCarrier(carrierOf: CarrierOf<Carrier>, orLater: OrLater): CarrierOf<Carrier> {
  return (account) => {
    const carrier = carrierOf(account);
    return {
      ...carrier,
      fetchCall: (id) => orLater(carrier.fetchCall(id)),
      findCalls: (to, from, since) => orLater(carrier.findCalls(to, from, since)),
      findOwner: (id) => orLater(carrier.findOwner(id)),
      limitDuration: (id, seconds) => orLater(carrier.limitDuration(id, seconds)),
      hangUp: (id) => orLater(carrier.hangUp(id)),
    };
  };
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

/** Builds the document that tells the carrier what to do with a call. */
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
