import * as v from 'valibot';
import {
  isSameEntry,
  ledgerEntryKinds,
  type WalletStore,
  type Wallet,
  type LedgerEntry,
} from '#shared/accounts/account.ts';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact } from '#shared/platform/table/write.ts';

export function createDynamoDbWalletStore(table: Table): WalletStore {
  return {
    async get(userId) {
      const wallet = await read(table, keys.wallet(userId), WalletItem);
      return wallet && { balance: wallet.balance, available: wallet.available };
    },

    async book(entry) {
      const { userId, id, amount } = entry;
      const entryKey = keys.ledger.key(userId, id);
      const failed = await transact(table, [
        {
          update: keys.wallet(userId),
          set: { balance: expr`balance + ${amount}`, available: expr`available + ${amount}` },
          condition: expr`attribute_exists(pk) AND available >= ${-amount}`,
        },
        { put: { ...entryKey, ...entry }, condition: absent },
      ]);
      if (failed.length === 0) return 'booked';
      const stored = await read(table, entryKey, LedgerEntryItem);
      if (!stored) return 'refused';
      return isSameEntry(stored, entry) ? 'booked' : 'id_taken';
    },

    ledger: (userId) => query(table, { partition: keys.ledger.partition(userId) }, LedgerEntryItem),
  };
}

/** A wallet as stored: changed only by transactions whose conditions keep `available` at zero or more. */
export const WalletItem = v.object({
  userId: v.number(),
  balance: v.number(),
  available: v.number(),
}) satisfies v.GenericSchema<unknown, Wallet & { userId: number }>;

export const LedgerEntryItem = v.object({
  id: v.number(),
  userId: v.number(),
  amount: v.number(),
  kind: v.picklist(ledgerEntryKinds),
  reference: v.string(),
  createdAt: v.number(),
}) satisfies v.GenericSchema<unknown, LedgerEntry>;
