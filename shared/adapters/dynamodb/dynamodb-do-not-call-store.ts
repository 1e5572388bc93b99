import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { newestFirst } from '#shared/domain/do-not-call/newest-first.ts';
import { pageRange } from '#shared/platform/http/pagination.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';
import { DoNotCallItem } from '#shared/table/items/do-not-call-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbDoNotCallStore(table: Table): DoNotCallStore {
  const { client, tableName: TableName } = table;
  const get: DoNotCallStore['get'] = async (userId, e164) => {
    const { Item } = await client.send(
      new GetCommand({ TableName, Key: keys.doNotCall.key(userId, e164), ConsistentRead: true }),
    );
    return Item && v.parse(DoNotCallItem, Item);
  };
  return {
    async add(entry) {
      const put = new PutCommand({
        TableName,
        Item: { ...keys.doNotCall.key(entry.userId, entry.phoneNumber), ...entry },
        ConditionExpression: 'attribute_not_exists(pk)',
      });
      return (await conditionHolds(client.send(put))) ? 'added' : 'exists';
    },

    async remove(userId, e164, onlySource) {
      const remove = new DeleteCommand({
        TableName,
        Key: keys.doNotCall.key(userId, e164),
        ConditionExpression: `attribute_exists(pk)${onlySource === undefined ? '' : ' AND #source = :source'}`,
        ...(onlySource !== undefined && {
          ExpressionAttributeNames: { '#source': 'source' },
          ExpressionAttributeValues: { ':source': onlySource },
        }),
      });
      return (await conditionHolds(client.send(remove))) ? 'removed' : 'not_found';
    },

    get,

    async has(userId, e164) {
      return (await get(userId, e164)) !== undefined;
    },

    async list(userId, page) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.doNotCall.partition(userId) },
      });
      const entries = items.map((item) => v.parse(DoNotCallItem, item)).toSorted(newestFirst);
      const { start, end } = pageRange(page);
      return { rows: entries.slice(start, end), total: entries.length };
    },
  };
}
