import type { CallWithBody } from '#shared/calls/call-list.ts';
import {
  nameFilter,
  countsKindFor,
  coverRange,
  type IdRange,
  type ListSizes,
} from '#shared/calls/listing/call-counts.ts';
import { matchesCell, matchesFilter, type CallFilter } from '#shared/calls/listing/call-filter.ts';
import {
  firstRanges,
  openCallsOf,
  openRange,
  rowsBetween,
  rangesToOpen,
  type ListRange,
  type ListRequest,
} from '#shared/calls/listing/open-range.ts';
import { readHeads, readHeadsOf, readRows, type ListRow } from '#shared/calls/listing/read-calls.ts';
import { beginList, type SegmentCache } from '#shared/calls/listing/read-segments.ts';
import { CallOfNumberItem, type CallSegment } from '#shared/calls/listing/segment-items.ts';
import { pageRange, type PageOf, type PageRequest } from '#shared/platform/http/pagination.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import { query, type Table } from '#shared/platform/table/table.ts';

/**
 * Returns one page of the matching calls, newest first, and their total, without reading the calls in between.
 * How and why, with a diagram: docs/decisions/0010-exact-lists.md.
 */
export async function listCalls(
  { table, cache, sizes }: { table: Table; cache: SegmentCache; sizes: ListSizes },
  userId: number,
  filter: CallFilter,
  page: PageRequest,
): Promise<PageOf<CallWithBody>> {
  const range = rangeOf(filter);
  if (range.from >= range.to) return { rows: [], total: 0 };
  const kind = filter.phoneNumber === undefined ? countsKindFor(filter) : 'totals';
  const isFirstOfAll = page.page === 1 && Object.values(filter).every((part) => part === undefined);
  const start = { userId, kind, range, limit: sizes.newest, isFirstOfAll };
  const { segments, heads: newest, ...beginning } = await beginList(table, cache, start);
  const heads = new Map(newest.map((call) => [call.id, call]));
  const isCounted = nameFilter(kind, filter);
  const request: ListRequest = { table, userId, filter, kind, isCounted, range, heads, cache, ...beginning };
  if (filter.phoneNumber !== undefined) return listByNumber(request, filter.phoneNumber, segments, page);
  return listByCounts(request, firstRanges(request, segments), page);
}

/** An id contains the time of creation, so a range of dates is a range of ids. */
function rangeOf({ from, before }: CallFilter): IdRange {
  return {
    from: from === undefined ? 0 : firstRecordIdAt(from),
    to: before === undefined ? Number.MAX_SAFE_INTEGER : firstRecordIdAt(before),
  };
}

/**
 * A range opens into a summary node, its segments and their calls. New calls of the last seconds add a round at most.
 */
const MAX_ROUNDS = 100;

/** Opens ranges until the total and the page are known. The ranges of one round are read concurrently. */
async function listByCounts(
  request: ListRequest,
  first: ListRange[],
  page: PageRequest,
): Promise<PageOf<CallWithBody>> {
  const { start, end } = pageRange(page);
  let ranges = first;
  for (let round = 1; ; round += 1) {
    if (round > MAX_ROUNDS) throw new Error(`the page was not known after ${MAX_ROUNDS} rounds`);
    const wanted = new Set(rangesToOpen(ranges, { start, end }, ({ kind }) => kind === 'rows'));
    if (wanted.size === 0) break;
    const openCalls = [...wanted].flatMap((range) => openCallsOf(request, range));
    const [calls, ...opened] = await Promise.all([
      readHeadsOf(request.table, request.userId, openCalls),
      ...[...wanted].map(async (range) => ({ range, open: await openRange(request, range) })),
    ]);
    for (const call of calls) request.heads.set(call.id, call);
    const results = new Map(opened.map(({ range, open }) => [range, open]));
    ranges = ranges.flatMap((range) => results.get(range)?.() ?? [range]);
  }
  const total = ranges.reduce((sum, { min }) => sum + min, 0);
  return { rows: await readRows(request.table, request.userId, rowsBetween(ranges, start, end)), total };
}

/**
 * One phone number has few calls. Those in closed segments are stored by number; the heads of all others are read.
 * The items of the number are read after the counts, because they are written before a segment counts the call.
 */
async function listByNumber(
  request: ListRequest,
  e164: string,
  segments: readonly CallSegment[],
  page: PageRequest,
): Promise<PageOf<CallWithBody>> {
  const { table, userId, filter, range, reached } = request;
  const parts = coverRange(segments, { from: range.from, to: reached });
  const gaps = parts.filter(({ segment }) => segment === undefined);
  const openCalls = parts.flatMap(({ segment, from, to }) =>
    (segment?.open ?? []).filter((id) => id >= from && id < to),
  );
  const [closed, open, ...between] = await Promise.all([
    readNumber(request, e164),
    readHeadsOf(table, userId, openCalls),
    ...gaps.map((gap) => readHeads(table, userId, gap)),
  ]);
  const rows = new Map<number, ListRow>();
  for (const { id, removed, ...cell } of closed) if (!removed && matchesCell(cell, filter)) rows.set(id, { id });
  for (const head of [...request.heads.values(), ...open, ...between.flat()]) {
    if (matchesFilter(head, filter)) rows.set(head.id, { id: head.id, head });
    else rows.delete(head.id);
  }
  const matching = [...rows.values()].toSorted((one, other) => other.id - one.id);
  const { start, end } = pageRange(page);
  return { rows: await readRows(table, userId, matching.slice(start, end)), total: matching.length };
}

async function readNumber({ table, userId, range, reached }: ListRequest, e164: string) {
  if (range.from >= reached) return [];
  const partition = keys.callOfNumber.partition(userId, e164);
  const where = expr`sk BETWEEN ${sortableId(range.from)} AND ${sortableId(reached - 1)}`;
  return query(table, { partition, where }, CallOfNumberItem);
}
