import * as v from 'valibot';
import { CallBodyItem, CallItem, WebhookResponseItem } from '#shared/calls/call-items.ts';
import { emptyCallBody, type Call, type CallBody } from '#shared/calls/call.ts';
import type { IdRange } from '#shared/calls/listing/summary.ts';
import { toShownCall, ShownBodyItem } from '#shared/calls/shown-call.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import {
  batchRead,
  JsonText,
  query,
  queryPart,
  type FoundItems,
  type ItemKey,
  type Table,
} from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import type { AlsoListed, CallWithBody } from './call-list.ts';

export async function readHeads(table: Table, userId: number, range: IdRange): Promise<Call[]> {
  if (range.from >= range.to) return [];
  return query(table, { ...headsIn(userId, range), newestFirst: true }, CallItem);
}

/** From one end of a range. `reached`: the heads are complete from that end to this id. */
export async function readSomeHeads(
  table: Table,
  userId: number,
  { range, limit, order }: { range: IdRange; limit: number; order: 'newest first' | 'oldest first' },
): Promise<{ heads: Call[]; reached: number }> {
  const newestFirst = order === 'newest first';
  const end = newestFirst ? range.from : range.to;
  if (range.from >= range.to) return { heads: [], reached: end };
  const wanted = { ...headsIn(userId, range), newestFirst, limit };
  const { items: heads, isAll } = await queryPart(table, wanted, CallItem);
  const last = heads.at(-1);
  if (isAll || last === undefined) return { heads, reached: end };
  return { heads, reached: newestFirst ? last.id : last.id + 1 };
}

function headsIn(userId: number, { from, to }: IdRange) {
  const where = expr`sk BETWEEN ${sortableId(from)} AND ${sortableId(to - 1)}`;
  return { partition: keys.call.partition(userId), where };
}

export async function readHeadsOf(table: Table, userId: number, ids: readonly number[]): Promise<Call[]> {
  const wanted = ids.map((id) => keys.call.key(userId, id));
  const found = await batchRead(table, wanted);
  return wanted.flatMap((key) => found.get(key, CallItem) ?? []);
}

export interface ListRow {
  id: number;
  head?: Call | undefined;
  isOpen?: boolean;
}

export async function readRows(
  table: Table,
  userId: number,
  rows: readonly ListRow[],
  also: AlsoListed,
): Promise<CallWithBody[]> {
  const isUnread = ({ head, isOpen = false }: ListRow) => isOpen && head === undefined;
  const parts = await Promise.all([
    readBodies(
      table,
      userId,
      rows.filter((row) => !isUnread(row)),
      also,
    ),
    readOpenCalls(table, userId, rows.filter(isUnread), also),
  ]);
  const shown = new Map(parts.flat().map((row) => [row.call.id, row]));
  // Not those that were deleted after they were counted.
  return withWebhookResponses(
    table,
    rows.flatMap(({ id }) => shown.get(id) ?? []),
  );
}

/** One round trip; a second for heads of calls that an older release has settled, or whose recording is absent. */
async function readBodies(
  table: Table,
  userId: number,
  rows: readonly ListRow[],
  also: AlsoListed,
): Promise<CallWithBody[]> {
  const found = await batchRead(
    table,
    rows.map((row) => bodyKey(userId, row)),
  );
  const shown = rows.map((row) => {
    if (row.head) return toShownCall(row.head);
    const copy = found.get(bodyKey(userId, row), ShownBodyItem)?.shown;
    return also.outcome && copy?.outcome === undefined ? undefined : copy;
  });
  const unknown = rows.flatMap(({ id }, index) => (shown[index] ? [] : [id]));
  const heads = new Map((await readHeadsOf(table, userId, unknown)).map((call) => [call.id, toShownCall(call)]));
  return rows.flatMap((row, index) => {
    const call = shown[index] ?? heads.get(row.id);
    return call ? [{ call, body: readBody(found, bodyKey(userId, row)) }] : [];
  });
}

async function readOpenCalls(
  table: Table,
  userId: number,
  rows: readonly ListRow[],
  also: AlsoListed,
): Promise<CallWithBody[]> {
  const keysOf = ({ id }: ListRow) => ({
    head: keys.call.key(userId, id),
    body: keys.callConfiguration.key(userId, id),
  });
  const found = await batchRead(
    table,
    rows.map(keysOf).flatMap(({ head, body }) => [head, body]),
  );
  const read = rows.flatMap((row) => {
    const head = found.get(keysOf(row).head, CallItem);
    return head ? [{ id: row.id, head }] : [];
  });
  const isSettled = ({ head }: { head: Call }) => head.hold === 0;
  const open = read.filter((row) => !isSettled(row));
  return [
    ...open.map((row) => ({ call: toShownCall(row.head), body: readBody(found, keysOf(row).body) })),
    ...(await readBodies(table, userId, read.filter(isSettled), also)),
  ];
}

/** Only calls that have a webhook have an answer. */
async function withWebhookResponses(table: Table, rows: CallWithBody[]): Promise<CallWithBody[]> {
  const keyOf = ({ call }: CallWithBody) => keys.callWebhookResponse(call.userId, call.id);
  const announced = rows.filter(({ body }) => body.hasWebhook);
  if (announced.length === 0) return rows;
  const found = await batchRead(table, announced.map(keyOf));
  return rows.map((row) => {
    const answer = found.get(keyOf(row), WebhookResponseItem)?.webhookResponse;
    return answer ? { ...row, body: { ...row.body, webhookResponse: answer } } : row;
  });
}

/** Without head it is a settled call. A call that is not settled shows the variables of its configuration. */
function bodyKey(userId: number, { id, head }: ListRow): ItemKey {
  const collection = head === undefined || head.hold === 0 ? keys.callBody : keys.callConfiguration;
  return collection.key(userId, id);
}

const BodyOrVariables = v.union([
  CallBodyItem,
  v.pipe(
    v.object({ variables: JsonText }),
    v.transform(({ variables }) => emptyCallBody(variables)),
  ),
]);

function readBody(found: FoundItems, key: ItemKey): CallBody {
  return (
    found.get(
      key,
      v.fallback(BodyOrVariables, () => emptyCallBody({})),
    ) ?? emptyCallBody({})
  );
}
