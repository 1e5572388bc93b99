import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { expr, queryFields, type Expression } from '#shared/platform/table/expressions.ts';
import { BatchGetItemRequest, GetItemRequest, QueryRequest } from '#shared/platform/table/requests.ts';

export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds after which DynamoDB removes the item. Readers ignore expired items. */
  timeToLive: 'expiresAt',
} as const;

export const ItemKey = v.object({ pk: v.string(), sk: v.string() });
export type ItemKey = v.InferOutput<typeof ItemKey>;

export interface Table {
  client: DynamoDBDocumentClient;
  tableName: string;
}

export async function read<const Schema extends v.GenericSchema>(
  { client, tableName: TableName }: Table,
  Key: ItemKey,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  const { Item } = await withRetries(() => client.send(new GetItemRequest({ TableName, Key, ConsistentRead: true })));
  return Item && v.parse(schema, Item);
}

export interface Query {
  partition: string;
  where?: Expression;
  /** Drops items after they are read and paid for. */
  filter?: Expression | undefined;
  newestFirst?: boolean;
  limit?: number | undefined;
  /** The only attributes that are sent. All are paid for. */
  attributes?: readonly string[];
  /** Requests, each of which reads 1 MB at most. */
  mostReads?: number;
}

export async function query<const Schema extends v.GenericSchema>(
  table: Table,
  wanted: Query,
  schema: Schema,
): Promise<Array<v.InferOutput<Schema>>> {
  return (await queryPart(table, wanted, schema)).items;
}

/** `isAll`: there are no items beyond these. */
export async function queryPart<const Schema extends v.GenericSchema>(
  { client, tableName: TableName }: Table,
  { partition, where, filter, attributes, newestFirst = false, limit = Infinity, mostReads = Infinity }: Query,
  schema: Schema,
): Promise<{ items: Array<v.InferOutput<Schema>>; isAll: boolean }> {
  const keys = where === undefined ? expr`pk = ${partition}` : expr`pk = ${partition} AND ${where}`;
  const fields = queryFields(keys, filter, attributes);
  const input = { TableName, ConsistentRead: true, ScanIndexForward: !newestFirst, ...fields };
  const items: Array<v.InferOutput<Schema>> = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  let reads = 0;
  do {
    reads += 1;
    const Limit = Number.isFinite(limit) ? limit - items.length : undefined;
    const page = await withRetries(() => client.send(new QueryRequest({ ...input, ExclusiveStartKey, Limit })));
    for (const item of page.Items ?? []) items.push(v.parse(schema, item));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined && items.length < limit && reads < mostReads);
  return { items, isAll: ExclusiveStartKey === undefined };
}

/** Costs as much as to read the items. `last`: the sort key of the last one that was counted, if there may be more.
 * `limit`: where the count ends, no more than a request reads, which is 1 MB. */
export async function count(
  { client, tableName: TableName }: Table,
  { partition, where, limit, newestFirst = false }: Query & { limit: number; where: Expression },
): Promise<{ count: number; last: string | undefined }> {
  const keys = expr`pk = ${partition} AND ${where}`;
  const input = {
    TableName,
    ConsistentRead: true,
    Select: 'COUNT',
    ScanIndexForward: !newestFirst,
    Limit: limit,
    ...queryFields(keys, undefined),
  } as const;
  const { Count = 0, LastEvaluatedKey } = await withRetries(() => client.send(new QueryRequest(input)));
  return { count: Count, last: LastEvaluatedKey && v.parse(v.object({ sk: v.string() }), LastEvaluatedKey).sk };
}

/** Limit of DynamoDB per request. */
const KEYS_AT_ONCE = 100;

export interface FoundItems {
  get<const Schema extends v.GenericSchema>(key: ItemKey, schema: Schema): v.InferOutput<Schema> | undefined;
}

export async function batchRead(table: Table, wanted: readonly ItemKey[]): Promise<FoundItems> {
  const found = new Map<string, unknown>();
  const chunks = Array.from({ length: Math.ceil(wanted.length / KEYS_AT_ONCE) }, (_, index) =>
    wanted.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
  );
  await Promise.all(chunks.map((chunk) => readChunk(table, chunk, found)));
  return {
    get: (key, schema) => {
      const item = found.get(nameOf(key));
      return item === undefined ? undefined : v.parse(schema, item);
    },
  };
}

async function readChunk({ client, tableName }: Table, chunk: ItemKey[], found: Map<string, unknown>): Promise<void> {
  let Keys: Record<string, unknown>[] = chunk.map((key) => ({ ...key }));
  await withRetries(async () => {
    const RequestItems = { [tableName]: { Keys, ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetItemRequest({ RequestItems }));
    for (const item of Responses?.[tableName] ?? []) found.set(nameOf(item), item);
    Keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
    if (Keys.length > 0) throw new ContentionError(`${Keys.length} of ${chunk.length} keys were not read`);
  });
}

function nameOf(key: Partial<Record<'pk' | 'sk', unknown>>): string {
  return `${String(key.pk)} ${String(key.sk)}`;
}

/** DynamoDB's maps have 32 levels at most and a smaller range of numbers. `v.record` drops some keys: `constructor`. */
export const JsonText = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<Record<string, unknown>>((input) => typeof input === 'object' && input !== null && !Array.isArray(input)),
);

/** Time ends the retries: at 40 ms a transaction, the last of 64 writers of a wallet needs 4.5 s and 16 attempts. */
const GIVE_UP_MS = 6_000;
const FIRST_DELAY_MS = 10;
const LONGEST_DELAY_MS = 640;

/** The SDK repeats all of these but the first, within 0.4 s. */
const RETRYABLE_ERRORS: ReadonlySet<string> = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
]);
/** Inside a cancelled transaction the SDK repeats none of them. */
const RETRYABLE_REASONS: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** Other requests came first: DynamoDB left a part of a batch undone, or an item changed between its read and its write. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';
}

/** For what ends by itself. Lost answers and server errors are the SDK's to repeat: decision 0023 and
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
export async function withRetries<Answer>(
  attempt: () => Promise<Answer>,
  isRetryable: (error: unknown) => boolean = isContention,
): Promise<Answer> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error) || performance.now() > giveUpAt) throw error;
      await sleep(Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)));
    }
  }
}

export function untilDecided<Answer>(attempt: () => Promise<Answer | undefined>): Promise<Answer> {
  return withRetries(async () => {
    const answer = await attempt();
    if (answer === undefined) throw new ContentionError('other requests kept changing the same items');
    return answer;
  });
}

const MAX_ROUNDS = 100;

/** Repeats while `attempt` returns `again`. One writer succeeds each round: up to 100 can change a record at once. */
export async function inRounds<Result>(record: string, attempt: () => Promise<Result | 'again'>): Promise<Result> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const result = await attempt();
    if (result !== 'again') return result;
  }
  throw new Error(`the ${record} changed ${MAX_ROUNDS} times while it was being changed`);
}

/** Whether a transaction with this token has begun and its outcome is not known. */
export function isUndecided(error: unknown): boolean {
  return error instanceof Error && error.name === 'TransactionInProgressException';
}

export function isConflictAt(position: number, error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  return error.CancellationReasons?.[position]?.Code === 'TransactionConflict';
}

export function isContention(error: unknown): boolean {
  if (error instanceof ContentionError) return true;
  if (!(error instanceof TransactionCanceledException)) {
    return error instanceof Error && RETRYABLE_ERRORS.has(error.name);
  }
  const reasons = (error.CancellationReasons ?? []).flatMap(({ Code }) => (Code && Code !== 'None' ? [Code] : []));
  return reasons.length > 0 && reasons.every((reason) => RETRYABLE_REASONS.has(reason));
}

/** A word, or undefined if it is one of a later release. */
export const knownWord = <const Words extends readonly string[]>(words: Words) =>
  v.fallback(v.optional(v.picklist(words)), undefined);

/** Words without those of a later release. */
export const knownWords = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(
    v.array(knownWord(words)),
    v.transform((items) => items.filter((word) => word !== undefined)),
  );
