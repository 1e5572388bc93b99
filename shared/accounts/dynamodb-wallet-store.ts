import { isSameEntry, LedgerEntryItem, WalletItem, type WalletStore } from '#shared/accounts/account.ts';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact } from '#shared/platform/table/write.ts';

export function createDynamoDbWalletStore(table: Table): WalletStore {
  return {
    get: (userId) => read(table, keys.wallet(userId), WalletItem),

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
