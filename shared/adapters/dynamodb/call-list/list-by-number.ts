import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { ListRequest } from '#shared/adapters/dynamodb/call-list/list-stretch.ts';
import { readHeads, readHeadsOf } from '#shared/adapters/dynamodb/call-list/read-heads.ts';
import { showRows, type ListRow } from '#shared/adapters/dynamodb/call-list/show-rows.ts';
import { matchesCell, matchesFilter } from '#shared/domain/call/call-filter.ts';
import { coverRange } from '#shared/domain/call-list/cover-range.ts';
import { pageRange, type PageOf, type PageRequest } from '#shared/platform/http/pagination.ts';
import type { CallWithBody } from '#shared/ports/call-store.ts';
import { CallOfNumberItem, type CallSeal } from '#shared/table/items/call-seal-items.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

/**
 * The calls with one customer are few: those that are final and sealed stand under the number, all others are asked
 * themselves. The number is read after the seals, because a call stands there before its seal counts it.
 */
export async function listByNumber(
  request: ListRequest,
  e164: string,
  seals: readonly CallSeal[],
  page: PageRequest,
): Promise<PageOf<CallWithBody>> {
  const { table, userId, filter, range, reached } = request;
  const parts = coverRange(seals, { from: range.from, to: reached });
  const holes = parts.filter(({ seal }) => seal === undefined);
  const openCalls = parts.flatMap(({ seal, from, to }) => (seal?.open ?? []).filter((id) => id >= from && id < to));
  const [sealed, asked, ...unsealed] = await Promise.all([
    readNumber(request, e164),
    readHeadsOf(table, userId, openCalls),
    ...holes.map((hole) => readHeads(table, userId, hole)),
  ]);
  const rows = new Map<number, ListRow>();
  for (const { id, removed, ...cell } of sealed) if (!removed && matchesCell(cell, filter)) rows.set(id, { id });
  for (const head of [...request.heads.values(), ...asked, ...unsealed.flat()]) {
    if (matchesFilter(head, filter)) rows.set(head.id, { id: head.id, head });
    else rows.delete(head.id);
  }
  const matching = [...rows.values()].toSorted((one, other) => other.id - one.id);
  const { start, end } = pageRange(page);
  return { rows: await showRows(table, userId, matching.slice(start, end)), total: matching.length };
}

async function readNumber({ table, userId, range, reached }: ListRequest, e164: string) {
  if (range.from >= reached) return [];
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :last',
    ExpressionAttributeValues: {
      ':pk': keys.callOfNumber.partition(userId, e164),
      ':from': sortableId(range.from),
      ':last': sortableId(reached - 1),
    },
  });
  return items.map((item) => v.parse(CallOfNumberItem, item));
}
