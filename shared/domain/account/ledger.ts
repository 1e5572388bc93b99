import type { LedgerEntry } from '#shared/domain/account/account.ts';
import type { Micros } from '#shared/domain/account/money.ts';

/** Whether this is one entry sent twice, and not two entries that drew the same id. */
export function isSameEntry(one: LedgerEntry, other: LedgerEntry): boolean {
  return (
    one.id === other.id &&
    one.userId === other.userId &&
    one.amount === other.amount &&
    one.kind === other.kind &&
    one.reference === other.reference
  );
}

/** What the entries of a user add up to: always the balance. */
export function sumOf(entries: readonly LedgerEntry[]): Micros {
  return entries.reduce((sum, entry) => sum + entry.amount, 0);
}
