import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { sealsAbove } from '#shared/adapters/dynamodb/call-list/break-seals.ts';
import { callOfNumberItem } from '#shared/adapters/dynamodb/call-list/seal-calls.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact, type TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import type { Call, CallKey } from '#shared/domain/call/call.ts';
import { isSealable } from '#shared/domain/call-list/call-leaf.ts';
import { CallItem } from '#shared/table/items/call-item.ts';
import { keys } from '#shared/table/keys.ts';

/** Longer than any sealer lives that may have read the call before it went. */
const REMEMBERED_SECONDS = 86_400;

/** Removes a settled call and the seals above it in one transaction, so that no list ever counts it again. */
export async function removeCall(table: Table, key: CallKey, at: number): Promise<'removed' | 'open' | 'absent'> {
  for (;;) {
    const Key = keys.call.key(key.userId, key.callId);
    const { Item } = await table.client.send(new GetCommand({ TableName: table.tableName, Key, ConsistentRead: true }));
    if (!Item) return 'absent';
    const call = v.parse(CallItem, Item);
    if (!isSealable(call)) return 'open';
    // Seals that were written in between are asked for again, and so is a call that somebody else has removed.
    const failed = await transact(table, [...(await sealsAbove(table, key)), ...removal(table, call, at)]);
    if (failed.length === 0) return 'removed';
  }
}

/** A settled call never opens again, so that it is there is all there is to ask. */
function removal({ tableName: TableName }: Table, call: Call, at: number): TransactItems {
  const { userId, id } = call;
  const expiresAt = Math.ceil(at / 1000) + REMEMBERED_SECONDS;
  return [
    { Delete: { TableName, Key: keys.call.key(userId, id), ConditionExpression: 'attribute_exists(pk)' } },
    { Delete: { TableName, Key: keys.callBody.key(userId, id) } },
    { Delete: { TableName, Key: keys.callConfiguration.key(userId, id) } },
    { Put: { TableName, Item: { ...callOfNumberItem(call), removed: true, expiresAt } } },
  ];
}
