import type { LedgerEntry, Wallet } from '#shared/domain/account/account.ts';

/** Balances. Holds and settlements of calls go through the call store, in one transaction with the call. */
export interface WalletStore {
  get(userId: number): Promise<Wallet | undefined>;
  /**
   * Adds the entry's amount to the balance, ledger entry included; the same entry again changes nothing.
   * `id_taken`: another entry has this id. `refused`: the wallet is missing, or less than zero would be available.
   */
  book(entry: LedgerEntry): Promise<'booked' | 'id_taken' | 'refused'>;
  /** All entries, oldest first. */
  ledger(userId: number): Promise<LedgerEntry[]>;
}
