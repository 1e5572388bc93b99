import { randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import {
  allOf,
  conditionFields,
  expr,
  updateFields,
  type Change,
  type ChangeParts,
  type Condition,
} from '#shared/platform/table/expressions.ts';
import {
  BatchWriteItemRequest,
  DeleteItemRequest,
  PutItemRequest,
  TransactWriteItemsRequest,
  UpdateItemRequest,
} from '#shared/platform/table/requests.ts';
import {
  ContentionError,
  isContention,
  isUndecided,
  withRetries,
  type ItemKey,
  type Table,
} from '#shared/platform/table/table.ts';

export type NewItem = ItemKey & Readonly<Record<string, unknown>>;

/** False: the condition failed and nothing was written. */
export function put({ client, tableName: TableName }: Table, Item: NewItem, condition?: Condition): Promise<boolean> {
  return conditionHolds(() => client.send(new PutItemRequest({ TableName, Item, ...conditionFields(condition) })));
}

/** Creates the item if the condition allows. False: the condition failed. */
export function update({ client, tableName: TableName }: Table, Key: ItemKey, change: Change): Promise<boolean> {
  return conditionHolds(() => client.send(new UpdateItemRequest({ TableName, Key, ...updateFields(change) })));
}

export async function updateIf<const Schema extends v.GenericSchema>(
  { client, tableName: TableName }: Table,
  Key: ItemKey,
  schema: Schema,
  change: Change<v.InferInput<Schema>>,
): Promise<v.InferOutput<Schema> | undefined> {
  const input = { TableName, Key, ReturnValues: 'ALL_NEW', ...updateFields(change) } as const;
  const answer = await unlessRefused(() => client.send(new UpdateItemRequest(input)));
  return answer && v.parse(schema, answer.Attributes);
}

export function remove({ client, tableName: TableName }: Table, Key: ItemKey, condition?: Condition): Promise<boolean> {
  return conditionHolds(() => client.send(new DeleteItemRequest({ TableName, Key, ...conditionFields(condition) })));
}

async function conditionHolds(send: () => Promise<object>): Promise<boolean> {
  return (await unlessRefused(send)) !== undefined;
}

async function unlessRefused<Answer>(send: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await withRetries(send);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Limit of DynamoDB per batch. */
const WRITES_AT_ONCE = 25;

/** In order, so that the last keys are deleted last. */
export async function removeAll(table: Table, keys: readonly ItemKey[]): Promise<void> {
  await writeAll(
    table,
    keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  );
}

/** In order. Those before an error are written. */
export async function putAll(table: Table, items: readonly NewItem[]): Promise<void> {
  await writeAll(
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
  );
}

async function writeAll({ client, tableName }: Table, writes: readonly object[]): Promise<void> {
  for (let start = 0; start < writes.length; start += WRITES_AT_ONCE) {
    let requests: object[] = writes.slice(start, start + WRITES_AT_ONCE);
    await withRetries(async () => {
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemRequest({ RequestItems: { [tableName]: requests } }),
      );
      requests = UnprocessedItems?.[tableName] ?? [];
      if (requests.length > 0) throw new ContentionError(`${requests.length} items of a batch were not written`);
    });
  }
}

export type Write =
  | { put: NewItem; condition?: Condition }
  | ({ update: ItemKey } & Change)
  | { remove: ItemKey; condition?: Condition };

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Returns the positions of the writes whose condition failed. A repeat of its token writes nothing for 10 minutes. */
export function transact(
  table: Table,
  writes: readonly Write[],
  { token = randomUUID() }: { token?: string } = {},
): Promise<number[]> {
  return withRetries(() => transactOnce(table, writes, token));
}

/** For callers that retry with other writes. @throws TransactionCanceledException on contention: nothing was written */
export async function transactOnce(
  { client, tableName }: Table,
  writes: readonly Write[],
  token: string = randomUUID(),
): Promise<number[]> {
  if (writes.length === 0) throw new TypeError('a transaction without writes was to be sent');
  const TransactItems = writes.map((write) => toTransactItem(tableName, write));
  const input = { TransactItems, ClientRequestToken: token };
  let isUnknown = false;
  const mustRepeat = (error: unknown) => {
    isUnknown ||= isUndecided(error) || wasRepeated(error);
    return isUnknown && isContention(error);
  };
  try {
    await withRetries(() => client.send(new TransactWriteItemsRequest(input)), mustRepeat);
    return [];
  } catch (error) {
    const failed = failedConditions(error);
    if (failed.length > 0) return failed;
    if (mustRepeat(error)) throw new Error('the outcome of a transaction is not known', { cause: error });
    throw error;
  }
}

/** The SDK has repeated the request: the first answer may have been lost, and only the same token tells the outcome. */
function wasRepeated(error: unknown): boolean {
  return error instanceof DynamoDBServiceException && (error.$metadata.attempts ?? 1) > 1;
}

function failedConditions(error: unknown): number[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).flatMap(({ Code }, index) =>
    Code === 'ConditionalCheckFailed' ? [index] : [],
  );
}

export function toTransactItem(TableName: string, write: Write): TransactItem {
  if ('put' in write) return { Put: { TableName, Item: write.put, ...conditionFields(write.condition) } };
  if ('update' in write) return { Update: { TableName, Key: write.update, ...updateFields(write) } };
  return { Delete: { TableName, Key: write.remove, ...conditionFields(write.condition) } };
}

interface Claim<Item = Record<string, unknown>> extends ChangeParts<Item> {
  /** The owner: the id of a message, a request or a run. It must not outlive the claimed work. */
  owner: string;
  /** When the claim expires. All claims of one kind of item have a lease, or none has one. */
  lease?: { now: number; until: number };
}

/**
 * Undefined if another owner holds the claim, or `condition` failed. A repeat by the same owner succeeds: after a lost
 * response it applies the change again, so that the change must be idempotent and `condition` must hold after it, too.
 */
export function claim<const Schema extends v.GenericSchema>(
  table: Table,
  key: ItemKey,
  schema: Schema,
  { owner, lease, ...change }: Claim<v.InferInput<Schema>>,
): Promise<v.InferOutput<Schema> | undefined> {
  const isFree = lease
    ? expr`claimedBy = ${owner} OR attribute_not_exists(claimedUntil) OR claimedUntil <= ${lease.now}`
    : expr`claimedBy = ${owner} OR attribute_not_exists(claimedBy)`;
  const set = { ...change.set, claimedBy: owner, ...(lease && { claimedUntil: lease.until }) };
  return updateIf(table, key, schema, { ...change, set, condition: allOf([isFree, change.condition]) });
}

export const claimAttributes = ['claimedBy', 'claimedUntil'] as const;

export function release(table: Table, key: ItemKey, owner: string, condition?: Condition): Promise<boolean> {
  return update(table, key, { remove: claimAttributes, condition: allOf([{ claimedBy: owner }, condition]) });
}
