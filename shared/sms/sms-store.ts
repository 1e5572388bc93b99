import type { LedgerEntry } from '#shared/accounts/account.ts';
import type { SmsStatus, Sms, SmsKey } from '#shared/sms/sms.ts';

/** The fields that news of the carrier may change. */
export type SmsChange = Partial<Pick<Sms, 'status' | 'carrierMessageId' | 'failure'>>;

/** The end of a message that the carrier never took: written in one transaction with the wallet and the ledger. */
export interface SmsRefund {
  key: SmsKey;
  /** The claim under which it is known that the message did not leave. */
  claimedAt: number;
  failure: string;
  entry: LedgerEntry;
  at: number;
}

export interface SmsStore {
  /** Stores the message, takes its cost and books the entry in one transaction. `id_taken`: draw another id. */
  createWithCharge(sms: Sms, entry: LedgerEntry): Promise<'created' | 'id_taken' | 'insufficient_balance'>;
  get(key: SmsKey): Promise<Sms | undefined>;
  /**
   * Takes the right to send, and gives the message. Undefined: it is claimed, is no longer `queued`, or does not exist.
   */
  claimSending(key: SmsKey, at: number): Promise<Sms | undefined>;
  /** Gives the right to send back, after the carrier has certainly not taken the message. */
  releaseSending(key: SmsKey, claimedAt: number): Promise<void>;
  /**
   * Applies the change if the message's status is one of `from`, in one conditional write.
   * Gives the message after the change, or undefined when the condition did not hold.
   */
  change(key: SmsKey, change: SmsChange, at: number, from: readonly SmsStatus[]): Promise<Sms | undefined>;
  /**
   * Moves a queued message to `sent` as this message of the carrier, which no other one of the user is recognised as.
   * `taken`: another one is. `not_queued`: this one is no longer open.
   */
  recognise(key: SmsKey, carrierMessageId: string, at: number): Promise<'recognised' | 'taken' | 'not_queued'>;
  /**
   * Gives the money back and writes `failed`, once: only while the message is `queued` under this claim.
   * `id_taken`: draw another id for the ledger entry.
   */
  refund(refund: SmsRefund): Promise<'refunded' | 'not_open' | 'id_taken'>;
  /** The user's messages accepted in this span of epoch milliseconds, oldest first. */
  listBetween(userId: number, from: number, before: number): Promise<Sms[]>;
}
