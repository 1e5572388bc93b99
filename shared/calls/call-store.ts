import type { LedgerEntry } from '#shared/accounts/account.ts';
import type { Micros } from '#shared/accounts/money.ts';
import type { CallStatus, Call, CallBody, CallConfiguration, CallKey, WebhookResponse } from '#shared/calls/call.ts';
import type { LeadReason } from '#shared/campaigns/lead.ts';

/** The fields that events of the carrier and the conversation may change. */
export type CallChange = Partial<
  Pick<
    Call,
    | 'status'
    | 'answeredBy'
    | 'durationSeconds'
    | 'answeredAt'
    | 'endedAt'
    | 'carrierCallId'
    | 'connectionId'
    | 'realtimeCallId'
    | 'recording'
    | 'recordingAbsentAt'
    | 'leadStatus'
    | 'wasCancelled'
  >
>;

/** The end of a call's story: written in one transaction with the wallet and the ledger. */
export interface Settlement {
  key: CallKey;
  status: CallStatus;
  carrierCost: Micros;
  totalCost: Micros;
  /** What was held for the call, given back to the wallet. */
  hold: Micros;
  /** Null when the call costs nothing. */
  entry: LedgerEntry | null;
  body: CallBody;
  /** Of the link to the recording; left out when the call was not recorded. */
  recordingSecret?: string | undefined;
  at: number;
}

export interface CallStore {
  /**
   * Stores the call and holds its money in one transaction. `id_taken`: draw another id.
   * An inbound call is stored under the carrier's id too, once: `known` when it has been before.
   */
  createWithHold(
    call: Call,
    configuration: CallConfiguration,
  ): Promise<'created' | 'id_taken' | 'insufficient_balance' | 'known'>;
  /** The inbound call that has this id at the carrier. */
  findInbound(carrierCallId: string): Promise<CallKey | undefined>;
  get(key: CallKey): Promise<Call | undefined>;
  getConfiguration(key: CallKey): Promise<CallConfiguration | undefined>;
  getBody(key: CallKey): Promise<CallBody | undefined>;
  /**
   * Takes the right to dial, once in the life of a call, and gives the call.
   * Undefined: it was claimed before, is no longer `initiated`, or does not exist.
   */
  claimDialling(key: CallKey, at: number): Promise<Call | undefined>;
  /**
   * Ends a call that is not to be dialled, as failed, for this reason, if nobody has claimed it.
   * Gives the call afterwards; undefined: it was claimed, or is over, or does not exist.
   */
  cancelDialling(key: CallKey, reason: LeadReason, at: number): Promise<Call | undefined>;
  /** Gives the right to dial back, after the carrier has certainly not taken the call. */
  releaseDialling(key: CallKey): Promise<void>;
  /**
   * Applies the change if the call's status is one of `from` (any status when left out), in one conditional write.
   * Gives the call after the change, or undefined when the condition did not hold.
   */
  change(key: CallKey, change: CallChange, at: number, from?: readonly CallStatus[]): Promise<Call | undefined>;
  /** Notes who ended the line; the first note stays. */
  recordEndedBy(key: CallKey, endedBy: 'assistant' | 'customer'): Promise<void>;
  /**
   * Writes the final status, cost and body, gives back the hold and books the cost, once.
   * Allowed while the call is not settled yet: from `ended`, or from an unanswered final status with the hold still on.
   * Throws when the id of the ledger entry is taken; settle again with another one.
   */
  settle(settlement: Settlement): Promise<'settled' | 'already_settled'>;
  /** Keeps the answer with the call, if that is still there. */
  recordWebhookResponse(key: CallKey, response: WebhookResponse): Promise<void>;
  /** Removes a settled call for good, from lists and totals too. `open`: it is not settled yet, and stays. */
  remove(key: CallKey, at: number): Promise<'removed' | 'open' | 'absent'>;
  /**
   * The calls of a user that were made in a span of time, oldest first: for a call whose carrier id was lost.
   * @param from epoch milliseconds, inclusive
   * @param before epoch milliseconds, exclusive
   */
  createdBetween(userId: number, from: number, before: number): Promise<Call[]>;
}
