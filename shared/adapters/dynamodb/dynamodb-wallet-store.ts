import { absent, expr } from '#shared/platform/table/expressions.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact } from '#shared/platform/table/write.ts';
import { isSameEntry } from '#shared/domain/account/ledger.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';
import { LedgerEntryItem } from '#shared/table/items/ledger-entry-item.ts';
import { WalletItem } from '#shared/table/items/wallet-item.ts';
import { keys } from '#shared/table/keys.ts';

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
