import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact, type TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import { isSameEntry } from '#shared/domain/account/ledger.ts';
import type { LedgerEntry } from '#shared/domain/account/account.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';
import { LedgerEntryItem } from '#shared/table/items/ledger-entry-item.ts';
import { WalletItem } from '#shared/table/items/wallet-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbWalletStore(table: Table): WalletStore {
  const { client, tableName: TableName } = table;
  return {
    async get(userId) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: keys.wallet(userId), ConsistentRead: true }));
      if (!Item) return undefined;
      const { balance, available } = v.parse(WalletItem, Item);
      return { balance, available };
    },

    async book(entry) {
      const failed = await transact(table, bookingItems(TableName, entry));
      if (failed.length === 0) return 'booked';
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: keys.ledger.key(entry.userId, entry.id), ConsistentRead: true }),
      );
      if (!Item) return 'refused';
      return isSameEntry(v.parse(LedgerEntryItem, Item), entry) ? 'booked' : 'id_taken';
    },

    async ledger(userId) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.ledger.partition(userId) },
      });
      return items.map((item) => v.parse(LedgerEntryItem, item));
    },
  };
}

function bookingItems(TableName: string, entry: LedgerEntry): TransactItems {
  return [
    {
      Update: {
        TableName,
        Key: keys.wallet(entry.userId),
        UpdateExpression: 'SET balance = balance + :amount, available = available + :amount',
        ConditionExpression: 'attribute_exists(pk) AND available >= :least',
        ExpressionAttributeValues: { ':amount': entry.amount, ':least': -entry.amount },
      },
    },
    {
      Put: {
        TableName,
        Item: { ...keys.ledger.key(entry.userId, entry.id), ...entry },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ];
}
