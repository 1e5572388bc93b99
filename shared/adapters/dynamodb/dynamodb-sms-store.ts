import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import { createWithCharge, recognise, refund } from '#shared/adapters/dynamodb/sms-transactions.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { firstRecordIdAt } from '#shared/domain/ids/record-id.ts';
import type { Sms, SmsKey } from '#shared/domain/sms/sms.ts';
import type { SmsStore } from '#shared/ports/sms-store.ts';
import { SmsItem } from '#shared/table/items/sms-item.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

export function createDynamoDbSmsStore(table: Table): SmsStore {
  const { client, tableName: TableName } = table;
  return {
    createWithCharge: (sms, entry) => createWithCharge(table, sms, entry),
    recognise: (key, carrierMessageId, at) => recognise(table, key, carrierMessageId, at),
    refund: (request) => refund(table, request),

    async get({ userId, smsId }) {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: keys.sms.key(userId, smsId), ConsistentRead: true }),
      );
      return Item && v.parse(SmsItem, Item);
    },

    claimSending: (key, at) =>
      update(table, key, {
        set: { claimedAt: at },
        condition: '#status = :queued AND #claimedAt = :null',
        values: { ':queued': 'queued', ':null': null },
      }),

    async releaseSending(key, claimedAt) {
      await update(table, key, {
        set: { claimedAt: null },
        condition: '#status = :queued AND #claimedAt = :claimedAt',
        values: { ':queued': 'queued', ':claimedAt': claimedAt },
      });
    },

    change(key, change, at, from) {
      const statuses = from.map((status, index) => [`:from${index}`, status] as const);
      return update(table, key, {
        set: { ...change, updatedAt: at },
        condition: `#status IN (${statuses.map(([placeholder]) => placeholder).join(', ')})`,
        values: Object.fromEntries(statuses),
      });
    },

    async listBetween(userId, from, before) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': keys.sms.partition(userId),
          ':from': sortableId(firstRecordIdAt(from)),
          // The largest id before the first one of `before`.
          ':to': sortableId(Math.max(0, firstRecordIdAt(before) - 1)),
        },
      });
      return items.map((item) => v.parse(SmsItem, item));
    },
  };
}

interface SmsUpdate {
  set: Record<string, unknown>;
  /** May name the attributes that are set, and `#status`. */
  condition: string;
  values: Record<string, unknown>;
}

/** Sets attributes under a condition; gives the message afterwards, or undefined when the condition failed. */
async function update({ client, tableName: TableName }: Table, key: SmsKey, change: SmsUpdate) {
  const names = Object.keys(change.set).filter((name) => change.set[name] !== undefined);
  try {
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName,
        Key: keys.sms.key(key.userId, key.smsId),
        UpdateExpression: `SET ${names.map((name) => `#${name} = :set_${name}`).join(', ')}`,
        ConditionExpression: change.condition,
        ExpressionAttributeNames: {
          '#status': 'status',
          ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ...change.values,
          ...Object.fromEntries(names.map((name) => [`:set_${name}`, change.set[name]])),
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return v.parse(SmsItem, Attributes) satisfies Sms;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
