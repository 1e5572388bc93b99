import type { Assistant } from '#shared/assistants/assistant.ts';
import type { SpeechBackup } from '#shared/calls/call-items.ts';
import type { CallKey } from '#shared/calls/call.ts';
import type { Language } from '#shared/catalog/languages.ts';
import type { Voice } from '#shared/catalog/voices.ts';
import type { CarrierOf, CarrierOutcome, OrLater } from '#shared/numbers/carrier-account.ts';
import type { CallStatus } from './call-status.ts';

/** `ended`: an answered call is over; `decideFinalStatus` tells by whom. `cancelled`: hung up before the answer. */
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

export function isOver(status: ReportedStatus): boolean {
  return !['initiated', 'ringing', 'in-progress'].includes(status);
}

export interface Dial {
  key: CallKey;
  to: string;
  from: string;
  timeLimitSeconds: number;
  ringSeconds: number;
  /** Whether a mailbox gets a message, for which the end of its greeting must be known. */
  expectsMessage: boolean;
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

/** Phone numbers are E.164. */
export interface Carrier {
  dial(dial: Dial): Promise<DialOutcome>;
  fetchCall(carrierCallId: string): Promise<CarrierCallState | undefined>;
  /** Newest first, at most 1,000. One without a date counts as of `since` (epoch milliseconds). */
  findCalls(to: string, from: string, since: number): Promise<CarrierCall[]>;
  /** The calls that the carrier has dialled for the customer of this one. Newest first. */
  findLegs(carrierCallId: string): Promise<CarrierCallState[]>;
  /** For a call that is over. The carrier lists its requests some minutes after the end: undefined until then. */
  findOwner(carrierCallId: string): Promise<CallKey | undefined>;
  /** Of a call in progress. `not_live`: not yet in progress, over, or unknown to the carrier. */
  limitDuration(carrierCallId: string, seconds: number): Promise<'updated' | 'not_live'>;
  /** Also cancels an unanswered call. Does nothing if the call is over. */
  hangUp(carrierCallId: string): Promise<void>;
}

export function patientCarrier(carrierOf: CarrierOf<Carrier>, orLater: OrLater): CarrierOf<Carrier> {
  return (account) => {
    const carrier = carrierOf(account);
    return {
      ...carrier,
      fetchCall: (id) => orLater(carrier.fetchCall(id)),
      findCalls: (to, from, since) => orLater(carrier.findCalls(to, from, since)),
      findLegs: (id) => orLater(carrier.findLegs(id)),
      findOwner: (id) => orLater(carrier.findOwner(id)),
      limitDuration: (id, seconds) => orLater(carrier.limitDuration(id, seconds)),
      hangUp: (id) => orLater(carrier.hangUp(id)),
    };
  };
}

export interface ConversationInstruction {
  key: CallKey;
  carrierCallId: string;
  /** The first connection of a call is 0. */
  connectionNumber: number;
  assistant: Assistant;
  voice: Voice;
  language: Language;
  /** Null if the customer speaks first. */
  greeting: string | null;
  hints: string[];
  /** Whether the greeting goes on when the customer speaks. */
  isGreetingWhole: boolean;
  /** Whether a sentence in which the customer hangs up is wanted. */
  keepsBegunWords: boolean;
  timeLimitSeconds: number;
  /** Whose providers have failed in an earlier session of the call. */
  speechBackup?: SpeechBackup | undefined;
}

/** A human who is called while the customer waits. Phone numbers are E.164. */
export interface DialHuman {
  key: CallKey;
  to: string;
  callerId: string;
  ringSeconds: number;
  talkSeconds: number;
}

export interface CallInstructions {
  /** To our pipeline or to the speech model; recorded if the assistant says so. */
  connectConversation(instruction: ConversationInstruction): Promise<string>;
  hangUp(): string;
  /** `locale`: BCP 47. In a voice of the carrier's own. */
  canSay(locale: string): boolean;
  sayGoodbye(text: string, locale: string): string;
  /** The human hears the announcement before the customer is bridged. Afterwards the carrier asks for the next instructions. */
  dialHuman(dial: DialHuman): string;
  /** In a voice of the carrier's own. Asks for a key, and tells which one it was. */
  announceToHuman(announcement: { key: CallKey; text: string; locale: string }): string;
  /** To the human, who has taken the call. */
  bridge(): string;
  /** Without answering: the caller hears a busy tone, or that the number is not in service. */
  reject(reason: 'busy' | 'unassigned'): string;
}
