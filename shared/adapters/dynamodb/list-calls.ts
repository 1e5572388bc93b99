import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { matchesFilter, type CallFilter } from '#shared/domain/call/call-filter.ts';
import { emptyCallBody, type Call, type CallBody } from '#shared/domain/call/call.ts';
import { firstRecordIdAt } from '#shared/domain/ids/record-id.ts';
import { pageRange, type PageOf, type PageRequest } from '#shared/domain/pagination/pagination.ts';
import type { CallWithBody } from '#shared/ports/call-store.ts';
import { CallBodyItem, CallItem } from '#shared/table/items/call-item.ts';
import { JsonText } from '#shared/table/items/json-text.ts';
import type { ItemKey } from '#shared/table/definition.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

const StoredVariables = v.object({ variables: JsonText });
const LAST_ID = Number.MAX_SAFE_INTEGER;

/** Reads the heads between the two dates, newest first, filters and counts them, and fetches the bodies of the page. */
export async function listCalls(
  table: Table,
  userId: number,
  filter: CallFilter,
  page: PageRequest,
): Promise<PageOf<CallWithBody>> {
  const from = filter.from === undefined ? 0 : firstIdAt(filter.from);
  const to = filter.before === undefined ? LAST_ID : firstIdAt(filter.before);
  // DynamoDB refuses a range that ends before it begins.
  if (from > to) return { rows: [], total: 0 };
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': keys.call.partition(userId),
      ':from': sortableId(from),
      ':to': sortableId(to),
    },
    ScanIndexForward: false,
  });
  const matching = items.map((item) => v.parse(CallItem, item)).filter((call) => matchesFilter(call, filter));
  const { start, end } = pageRange(page);
  return { rows: await withBodies(table, matching.slice(start, end)), total: matching.length };
}

/** Days beyond the last id would have more digits than a sort key. */
function firstIdAt(time: number): number {
  return Math.min(LAST_ID, firstRecordIdAt(time));
}

/** A settled call has a body; one that still runs shows the variables of its configuration. At most 100 rows, one round trip. */
async function withBodies(table: Table, calls: Call[]): Promise<CallWithBody[]> {
  const wanted = calls.map((call) => ({ call, key: bodyKey(call) }));
  const found = await batchGet(
    table,
    wanted.map(({ key }) => key),
  );
  return wanted.map(({ call, key }) => ({ call, body: readBody(found.get(nameOf(key))) }));
}

function bodyKey(call: Call): ItemKey {
  const collection = call.hold === 0 ? keys.callBody : keys.callConfiguration;
  return collection.key(call.userId, call.id);
}

function readBody(item: unknown): CallBody {
  const body = v.safeParse(CallBodyItem, item);
  if (body.success) return body.output;
  const running = v.safeParse(StoredVariables, item);
  return emptyCallBody(running.success ? running.output.variables : {});
}

async function batchGet(
  { client, tableName }: Table,
  wanted: ItemKey[],
): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  let keysLeft: Record<string, unknown>[] = wanted.map((key) => ({ ...key }));
  while (keysLeft.length > 0) {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: keysLeft, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[tableName] ?? []) found.set(nameOf(item), item);
    keysLeft = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return found;
}

function nameOf(key: Partial<Record<'pk' | 'sk', unknown>>): string {
  return `${String(key.pk)} ${String(key.sk)}`;
}
