import type { LedgerEntry, Micros } from '#shared/accounts/account.ts';
import type { AccountLimit } from '#shared/accounts/spend-account.ts';
import type { CallOutcome, ReasonCode } from '#shared/calls/call-reasons.ts';
import type { Call, CallBody, CallKey, CallRecording, CancelReason, WebhookResponse } from '#shared/calls/call.ts';
import type { DialQueueEntry } from '#shared/calls/dial-queue.ts';
import type { LiveCallSlot } from '#shared/calls/live-calls.ts';
import type { NumberClaim } from '#shared/calls/number-line.ts';
import type { Transfer } from '#shared/calls/transfer.ts';
import type { AnsweredBy, CallConfiguration } from './call-items.ts';
import type { CallStatus } from './call-status.ts';

/** The fields that carrier callbacks and the conversation may change. */
export type CallChange = Partial<
  Pick<
    Call,
    | 'status'
    | 'answeredBy'
    | 'durationSeconds'
    | 'answeredAt'
    | 'endedAt'
    | 'connectionId'
    | 'realtimeCallId'
    | 'recording'
    | 'recordingAbsentAt'
    | 'leadStatus'
    | 'carrierReason'
    | 'speechFailed'
    | 'wasCancelled'
  >
> & {
  /** Kept only if no reason is recorded yet. */
  reason?: ReasonCode;
};

/** Whether a call record shows the change. Otherwise it is no update of the record: `updatedAt` stays. */
export function isShownChange(change: CallChange): boolean {
  const { leadStatus, recording, speechFailed, ...shown } = change;
  const isHidden = leadStatus !== undefined || recording !== undefined || speechFailed !== undefined;
  return Object.keys(shown).length > 0 || !isHidden;
}

/** A WebSocket connection of a conversation. */
export interface Connection {
  connectionId: string;
  /** The first one of a call is 0. */
  connectionNumber: number;
  /** The carrier's id of the call that the connection belongs to. */
  carrierCallId: string;
  /** The connections that the call has lost, oldest first. */
  earlierConnections?: string[] | undefined;
}

export interface TransferChange {
  before: readonly Transfer[] | undefined;
  after: readonly Transfer[];
}

/** The final result of a call, written in one transaction with the wallet and the ledger. */
export interface Settlement {
  key: CallKey;
  status: CallStatus;
  /** Absent: it is not known who hung up. */
  reason?: ReasonCode | undefined;
  /** Absent only from settlements of older releases. */
  outcome?: CallOutcome | undefined;
  /** Absent: as the carrier has told. */
  answeredBy?: AnsweredBy | undefined;
  carrierCost: Micros;
  totalCost: Micros;
  hold: Micros;
  /** Null if the call is free. */
  entry: LedgerEntry | null;
  body: CallBody;
  latency?: string | undefined;
  /** The secret in the link to the recording; absent if the call was not recorded. */
  recordingSecret?: string | undefined;
  at: number;
}

export type DialClaimOutcome = 'claimed' | 'taken' | 'not_waiting' | 'number_changed' | 'full';

/** A claim for dialling. `callSlot`: the call counts there as one of the conversations at once until `endConversation`. */
export interface DialClaim {
  at: number;
  callSlot?: LiveCallSlot | undefined;
  /** The call is one of those to its number from then on. */
  number?: NumberClaim | undefined;
}

/** What is written with a call. One that is not dialled counts as a conversation from then on, until `endConversation`. */
export interface CallBeginning {
  callSlot?: LiveCallSlot | undefined;
  /** What the widget that it was started by allows, and what its visitor may cause: the call counts there until it is settled. */
  accounts?: { widget: AccountLimit; visitor: AccountLimit } | undefined;
  /** What the user may spend on expensive destinations: a call that `isExpensive` counts there until it is settled. */
  spend?: AccountLimit | undefined;
  /** The version of the lead whose attempt this is. It grows with the call (from 1), so that of runs that have read the same lead one writes. */
  leadVersion?: number | undefined;
}

/** Stores calls. Fields and parameters named `at` are the current time in epoch milliseconds. */
export interface CallStore {
  /**
   * Stores the call and holds its money in one transaction. `id_taken`: draw another id; or the lead has changed.
   * An inbound call has its carrier id from the start. `known`: another call has that id.
   * @param entry set for an outbound call, which waits on the dial queue
   * @param begins set for a call that is not dialled, or whose attempt may have another run. `full`: as many conversations are in
   * progress as allowed, or others have taken the money of a widget, or that for expensive destinations.
   */
  createWithHold(
    call: Call,
    configuration: CallConfiguration,
    entry?: DialQueueEntry,
    begins?: CallBeginning,
  ): Promise<'created' | 'id_taken' | 'insufficient_balance' | 'known' | 'full'>;
  findByCarrierId(carrierCallId: string): Promise<CallKey | undefined>;
  /**
   * Gives a call the carrier's id, once. `assigned`: the call has the id, also after a repeat. `refused`: another call has
   * it, or the call has another id or does not exist; nothing is written.
   */
  assignCarrierId(key: CallKey, carrierCallId: string, at: number): Promise<'assigned' | 'refused'>;
  get(key: CallKey): Promise<Call | undefined>;
  getConfiguration(key: CallKey): Promise<CallConfiguration | undefined>;
  getBody(key: CallKey): Promise<CallBody | undefined>;
  /**
   * Takes the call off the dial queue and claims it for dialling, in one transaction. `taken`: another pump took the entry.
   * `not_waiting`: the call was cancelled, or does not exist. `number_changed`: its number has another version.
   * `full`: its slot was taken by another call.
   */
  claimDialling(entry: DialQueueEntry, claim: DialClaim): Promise<DialClaimOutcome>;
  /** Undoes `claimDialling`. Call it only when the carrier has certainly not accepted the call. */
  putBack(entry: DialQueueEntry): Promise<void>;
  /** The call counts no longer as one of the conversations at once. Idempotent. */
  endConversation(call: Call): Promise<void>;
  /** Sets an unclaimed call to `failed`, with why. Undefined: it was claimed, is over, or does not exist. */
  cancelDialling(key: CallKey, reason: CancelReason, at: number): Promise<Call | undefined>;
  /** Sets a claimed call without a carrier id to `failed`. Undefined: it has an id by now, or is over. */
  failLost(key: CallKey, at: number): Promise<Call | undefined>;
  /** One conditional write, if the status is one of `from`; without `from` any. Undefined: it was none, or there is no call. */
  change(key: CallKey, change: CallChange, at: number, from?: readonly CallStatus[]): Promise<Call | undefined>;
  /** Keeps which recording of the carrier is the call's, if none is known: it may be stored already. */
  announceRecording(key: CallKey, recording: CallRecording): Promise<void>;
  /**
   * Makes a connection the conversation of a call in progress. `connectionNumber` is the number of connections before it, so
   * that each number is taken once; the connection that took it may repeat this. Returns the updated call; undefined if the
   * number is taken or the call is not in progress.
   */
  connectConversation(key: CallKey, connection: Connection, at: number): Promise<Call | undefined>;
  /**
   * Makes a call of the speech model the conversation of a call in progress, once; the same one may repeat this. Returns the
   * updated call; undefined if the call has another one or is not in progress.
   */
  connectSpeechModel(
    key: CallKey,
    connection: { connectionId: string; realtimeCallId: string },
    at: number,
  ): Promise<Call | undefined>;
  /** Records who hung up, and why where the status does not tell. The first record stays; a settled call has its own. */
  recordEndedBy(key: CallKey, endedBy: 'assistant' | 'customer', reason?: ReasonCode): Promise<void>;
  /** One conditional write, if the call is in progress and its transfers are as they were read. */
  changeTransfers(key: CallKey, transfers: TransferChange, at: number): Promise<Call | undefined>;
  /** The customer has spoken over the goodbye of the assistant, and the call goes on. Nothing if the line is down. */
  forgetEnd(key: CallKey): Promise<void>;
  /**
   * Changes the transfers of a call in progress, and holds what the call costs at most from then on, in one transaction.
   * `changed`: they, or its hold, are not as they were read.
   */
  holdForTransfer(
    call: Call,
    transfer: { after: readonly Transfer[]; hold: Micros; lineSeconds: number },
    at: number,
  ): Promise<'held' | 'changed' | 'insufficient_balance'>;
  /**
   * Writes the final status, cost and body, releases the hold and books the cost, once.
   * Allowed until the call is settled: from `ended`, or from the same final status while the hold exists.
   * @param known the head as it was read a moment ago, which saves a read
   * @throws Error if the id of the ledger entry is taken; settle again with another id
   */
  settle(settlement: Settlement, known?: Call): Promise<'settled' | 'already_settled'>;
  /** Stores the latest response with the call, unless the call was deleted. */
  recordWebhookResponse(key: CallKey, response: WebhookResponse): Promise<void>;
  /** Deletes a settled call, also from lists and totals. `open`: it is not settled and was not deleted. */
  remove(key: CallKey, at: number): Promise<'removed' | 'open' | 'absent'>;
}

export type ConversationCalls = Pick<
  CallStore,
  | 'get'
  | 'getConfiguration'
  | 'connectConversation'
  | 'connectSpeechModel'
  | 'recordEndedBy'
  | 'forgetEnd'
  | 'changeTransfers'
>;
