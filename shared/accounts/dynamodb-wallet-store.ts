import { isSameEntry, LedgerEntryItem, type WalletStore } from '#shared/accounts/account.ts';
import { readWallet, transactWithWallet } from '#shared/accounts/dynamodb-wallet.ts';
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';

export function createDynamoDbWalletStore(table: Table): WalletStore {
  return {
    async get(userId) {
      const wallet = await readWallet(table, userId);
      return wallet && { balance: wallet.balance, available: wallet.available };
    },

    async book(entry) {
      const { userId, id, amount } = entry;
      const entryKey = keys.ledger.key(userId, id);
      const change = { userId, balance: amount, available: amount };
      const failed = await transactWithWallet(table, change, [{ put: { ...entryKey, ...entry }, condition: absent }]);
      if (failed.length === 0) return 'booked';
      const stored = await read(table, entryKey, LedgerEntryItem);
      if (!stored) return 'refused';
      return isSameEntry(stored, entry) ? 'booked' : 'id_taken';
    },

    ledger: (userId) => query(table, { partition: keys.ledger.partition(userId) }, LedgerEntryItem),
  };
}
