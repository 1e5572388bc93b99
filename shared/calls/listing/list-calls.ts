import type { CallWithBody } from '#shared/calls/call-list.ts';
import type { CallFilter } from '#shared/calls/listing/call-filter.ts';
import { groupOfFilter } from '#shared/calls/listing/call-groups.ts';
import {
  boundsOf,
  firstRanges,
  rangesToOpen,
  rowsBetween,
  unknownCalls,
  type ListRange,
  type ListRequest,
} from '#shared/calls/listing/list-ranges.ts';
import { openRange } from '#shared/calls/listing/open-range.ts';
import { readHeadsOf, readRows } from '#shared/calls/listing/read-calls.ts';
import { beginList, type SummaryCache } from '#shared/calls/listing/read-summaries.ts';
import type { IdRange, ListSizes } from '#shared/calls/listing/summary.ts';
import { pageRange, type PageOf, type PageRequest } from '#shared/platform/http/lists.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import type { Table } from '#shared/platform/table/table.ts';

/**
 * Returns one page of the matching calls, newest first, and their total, without reading the calls in between.
 * How and why, with a diagram: docs/decisions/0036-summaries-by-group.md.
 */
export async function listCalls(
  { table, cache, sizes }: { table: Table; cache: SummaryCache; sizes: ListSizes },
  userId: number,
  filter: CallFilter,
  page: PageRequest,
): Promise<PageOf<CallWithBody>> {
  const range = rangeOf(filter);
  if (range.from >= range.to) return { rows: [], total: 0 };
  const group = groupOfFilter(userId, filter);
  const isFirstOfAll = page.page === 1 && Object.values(filter).every((part) => part === undefined);
  const beginning = await beginList(table, cache, { userId, group, range, sizes, isFirstOfAll });
  const { summaries, heads: newest, reached, buckets } = beginning;
  const heads = new Map(newest.map((call) => [call.id, call]));
  const asked = new Set<number>();
  const request = { table, cache, sizes, userId, filter, group, range, heads, asked, reached, buckets };
  return findPage(request, firstRanges(request, summaries), page);
}

/** An id contains the time of creation, so a range of dates is a range of ids. */
function rangeOf({ from, before }: CallFilter): IdRange {
  return {
    from: from === undefined ? 0 : firstRecordIdAt(from),
    to: before === undefined ? Number.MAX_SAFE_INTEGER : firstRecordIdAt(before),
  };
}

/** A group opens into the list of its chunks, and these into rows. New calls of the last seconds add a round at most. */
const MAX_ROUNDS = 100;

/** Opens ranges until the total and the page are known. The ranges of one round are read concurrently. */
async function findPage(request: ListRequest, first: ListRange[], page: PageRequest): Promise<PageOf<CallWithBody>> {
  const { table, userId, heads, asked } = request;
  const { start, end } = pageRange(page);
  let ranges = first;
  for (let round = 1; ; round += 1) {
    if (round > MAX_ROUNDS) throw new Error(`the page was not known after ${MAX_ROUNDS} rounds`);
    const bounded = ranges.map((range) => ({ range, ...boundsOf(request, range) }));
    const isOpen = ({ range: { kind } }: { range: ListRange }) => kind === 'rows' || kind === 'loaded';
    const wanted = new Set(rangesToOpen(bounded, { start, end }, isOpen).map(({ range }) => range));
    const unknown = ranges.flatMap((range) => unknownCalls(request, range));
    if (wanted.size === 0 && unknown.length === 0) break;
    const [calls, opened] = await Promise.all([
      readHeadsOf(table, userId, unknown),
      Promise.all(ranges.map((range) => (wanted.has(range) ? openRange(request, range) : Promise.resolve([range])))),
    ]);
    for (const id of unknown) asked.add(id);
    for (const call of calls) heads.set(call.id, call);
    ranges = opened.flat();
  }
  const total = ranges.reduce((sum, range) => sum + boundsOf(request, range).min, 0);
  return { rows: await readRows(table, userId, rowsBetween(request, ranges, start, end)), total };
}
