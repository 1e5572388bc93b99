import * as v from 'valibot';
import { bucketCount, groupOfFilter, type CallFilter } from '#shared/calls/listing/call-groups.ts';
import { closeSegment, findWatermark, type SegmentCursor } from '#shared/calls/listing/close-segments.ts';
import {
  boundsOf,
  firstRanges,
  loadedRange,
  rangeOfHeads,
  rangesOfChunks,
  rangesOfGroup,
  rangesToOpen,
  rowsBetween,
  unknownCalls,
  type CountedRange,
  type ListRange,
  type ListRequest,
} from '#shared/calls/listing/list-ranges.ts';
import { readHeads, readHeadsOf, readRows } from '#shared/calls/listing/read-rows.ts';
import {
  beginList,
  createSummaryCache,
  readBucket,
  readChunk,
  readChunkList,
  recall,
  type SummaryCache,
} from '#shared/calls/listing/read-summaries.ts';
import { groupIn } from '#shared/calls/listing/summary-items.ts';
import { listSizes, type IdRange, type ListSizes } from '#shared/calls/listing/summary.ts';
import { pageRange, untilWhole, type PageOf, type PageRequest } from '#shared/platform/http/lists.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { read, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';
import type { AlsoListed, CallList, CallWithBody } from './call-list.ts';

export function createDynamoDbCallList(table: Table, sizes: ListSizes = listSizes): CallList {
  const cache = createSummaryCache();
  return {
    list: (userId, filter, page, also) =>
      untilWhole(page, () => listCalls({ table, cache, sizes, also }, userId, filter, page)),

    async closeSegments(userId, now, steps, renews = true) {
      const failures = new Map<string, unknown>();
      let done = 0;
      const watermark = await findWatermark(table, userId, now);
      const run = { table, userId, now, watermark, sizes, failures, renews };
      while (done < steps && (await closeSegment(run))) done += 1;
      if (failures.size === 0) return done;
      throw new AggregateError([...failures.values()], `${failures.size} summaries of calls were not written`);
    },
  };
}

interface CallLists {
  table: Table;
  cache: SummaryCache;
  sizes: ListSizes;
}

const SegmentCursorItem = v.object({ userId: v.number() });

/** Two runs at once may move it back and forth: that costs a look at users who have nothing to close. */
export function createDynamoDbSegmentCursor(table: Table): SegmentCursor {
  const key = keys.callSegmentCursor();
  return {
    read: async () => (await read(table, key, SegmentCursorItem))?.userId ?? 0,
    async save(userId) {
      await put(table, { ...key, userId });
    },
  };
}

/** Without reading the calls before the page: docs/decisions/0036-summaries-by-group.md. */
async function listCalls(
  { table, cache, sizes, also = {} }: CallLists & { also: AlsoListed | undefined },
  userId: number,
  filter: CallFilter,
  page: PageRequest,
): Promise<PageOf<CallWithBody>> {
  const range = rangeOf(filter, page);
  if (range.from >= range.to) return { rows: [], total: 0 };
  const group = groupOfFilter(userId, filter);
  const { page: number, beforeId } = page;
  const isFirstOfAll = number === 1 && [...Object.values(filter), beforeId].every((part) => part === undefined);
  const beginning = await beginList(table, cache, { userId, group, range, sizes, isFirstOfAll });
  const { summaries, heads: newest, reached, buckets } = beginning;
  const heads = new Map(newest.map((call) => [call.id, call]));
  const asked = new Set<number>();
  const request = { table, cache, sizes, userId, filter, group, range, heads, asked, reached, buckets };
  return findPage(request, firstRanges(request, summaries), { page, also });
}

function rangeOf({ from, before }: CallFilter, { beforeId = Number.MAX_SAFE_INTEGER }: PageRequest): IdRange {
  return {
    from: from === undefined ? 0 : firstRecordIdAt(from),
    to: Math.min(beforeId, before === undefined ? Number.MAX_SAFE_INTEGER : firstRecordIdAt(before)),
  };
}

/** A group opens into the list of its chunks, and these into rows. New calls of seconds add a round at most. */
const MAX_ROUNDS = 100;

async function findPage(
  request: ListRequest,
  first: ListRange[],
  { page, also }: { page: PageRequest; also: AlsoListed },
): Promise<PageOf<CallWithBody>> {
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
  return { rows: await readRows(table, userId, rowsBetween(request, ranges, start, end), also), total };
}

/** Newest first. */
async function openRange(request: ListRequest, range: ListRange): Promise<ListRange[]> {
  if (range.kind === 'rows' || range.kind === 'loaded') return [range];
  const opened = range.kind === 'heads' ? undefined : await openCounted(request, range);
  if (opened) return opened.toReversed();
  // A gap between summaries, or a content that was removed in between.
  return [rangeOfHeads(request, await readHeads(request.table, request.userId, range), range)];
}

async function openCounted(request: ListRequest, range: CountedRange): Promise<ListRange[] | undefined> {
  const { table, userId, group, cache, sizes } = request;
  const { summary, of, next } = range;
  if (summary.content === null) return undefined;
  const part = { userId, content: summary.content, group };
  const name = `${userId} ${summary.content} ${group.kind} ${group.value}`;
  if (next.what === 'bucket') {
    const bucket = await readBucket(table, part, bucketCount(group.kind, summary.level, sizes));
    return bucket && rangesOfGroup(request, summary, groupIn(bucket, group.value), range);
  }
  if (next.what === 'chunk list') {
    const list = await recall(cache.chunkLists, name, () => readChunkList(table, part));
    return list && rangesOfChunks(request, summary, list, range);
  }
  const rows = await recall(cache.chunks, `${name} ${of.from}`, () => readChunk(table, part, next.firstId));
  return rows && [loadedRange(request, summary, { ofGroup: rows.filter(({ id }) => id < of.to) }, range)];
}
