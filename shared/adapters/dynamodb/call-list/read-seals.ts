import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { CallLeaf } from '#shared/domain/call-list/call-leaf.ts';
import type { TallyKind } from '#shared/domain/call-list/call-tally.ts';
import {
  CallBranchItem,
  CallLeafItem,
  CallSealItem,
  SealStateItem,
  type CallBranch,
  type CallSeal,
} from '#shared/table/items/call-seal-items.ts';
import type { ItemKey } from '#shared/table/definition.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

/** The seals that begin below an id, oldest first. */
export async function readSeals(table: Table, userId: number, kind: TallyKind, below: number): Promise<CallSeal[]> {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk < :below',
    ExpressionAttributeValues: { ':pk': keys.callSeal.partition(userId, kind), ':below': sortableId(below) },
  });
  return items.map((item) => v.parse(CallSealItem, item));
}

export function readLeaf(table: Table, userId: number, from: number): Promise<CallLeaf | undefined> {
  return read(table, keys.callLeaf.key(userId, from), CallLeafItem);
}

export function readBranch(
  table: Table,
  userId: number,
  kind: TallyKind,
  from: number,
): Promise<CallBranch | undefined> {
  return read(table, keys.callBranch(userId, kind, from), CallBranchItem);
}

/** Seals are written only if this is still the version, so that no two writers work on different pasts. */
export async function readSealVersion(table: Table, userId: number): Promise<number> {
  return (await read(table, keys.callSealState(userId), SealStateItem))?.version ?? 0;
}

async function read<const S extends v.GenericSchema>(
  { client, tableName: TableName }: Table,
  Key: ItemKey,
  schema: S,
): Promise<v.InferOutput<S> | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item && v.parse(schema, Item);
}
