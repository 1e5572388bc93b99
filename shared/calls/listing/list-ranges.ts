import { isSettled, type Call } from '#shared/calls/call.ts';
import {
  bucketCount,
  bucketOf,
  matchesFilter,
  matchesRow,
  type CallFilter,
  type FilterGroup,
} from '#shared/calls/listing/call-groups.ts';
import type { ListRow } from '#shared/calls/listing/read-rows.ts';
import type { SummaryCache } from '#shared/calls/listing/read-summaries.ts';
import { countIn, isUsed } from '#shared/calls/listing/summary-content.ts';
import { groupIn, type Bucket, type GroupChunks, type StoredGroup } from '#shared/calls/listing/summary-items.ts';
import {
  coverRange,
  knowsOutcomes,
  type CoveredPart,
  type IdRange,
  type ListSizes,
  type Summary,
  type SummaryRow,
} from '#shared/calls/listing/summary.ts';
import type { Table } from '#shared/platform/table/table.ts';

export interface ListRequest {
  table: Table;
  cache: SummaryCache;
  sizes: ListSizes;
  userId: number;
  filter: CallFilter;
  group: FilterGroup;
  range: IdRange;
  /** All from `reached` to the end of the range, and those of open calls below. */
  heads: Map<number, Call>;
  /** Those without a head were deleted. */
  asked: Set<number>;
  reached: number;
  buckets: ReadonlyMap<string, Bucket>;
}

interface RangeBounds {
  min: number;
  /** Infinity: the range is not counted. */
  max: number;
  /** Apart from open calls whose heads are not read yet. */
  isExact: boolean;
}

/** Known rows, unread heads, a summary of known settled calls, or a part of a content that is only counted. */
export type ListRange = IdRange &
  (
    | { kind: 'rows'; rows: ListRow[] }
    | { kind: 'heads' }
    | { kind: 'loaded'; summary: Summary; ids: readonly number[] }
    | CountedRange
  );

export type CountedRange = IdRange & { kind: 'counted'; summary: Summary; of: IdRange; next: Unread };
type Unread =
  | { what: 'bucket' }
  | { what: 'chunk list'; count: number }
  | { what: 'chunk'; count: number; firstId: number };

/** Newest first: the newest heads, then summaries and the gaps between them. */
export function firstRanges(request: ListRequest, summaries: readonly Summary[]): ListRange[] {
  const { range, reached, heads } = request;
  const older = coverRange(summaries, { from: range.from, to: reached }).flatMap((part) => rangesOfPart(request, part));
  return [rangeOfHeads(request, [...heads.values()], { from: reached, to: range.to }), ...older.toReversed()];
}

export function rangeOfHeads({ filter }: ListRequest, heads: readonly Call[], { from, to }: IdRange): ListRange {
  const matching = heads.filter((call) => matchesFilter(call, filter));
  return { kind: 'rows', rows: matching.map((head) => ({ id: head.id, head })), from, to };
}

/** Oldest first, as those of the next functions. */
function rangesOfPart(request: ListRequest, { summary, from, to }: CoveredPart): ListRange[] {
  const isEnough = request.filter.outcome === undefined || (summary && knowsOutcomes(summary));
  if (!summary || !isEnough) return [{ kind: 'heads', from, to }];
  const { content, level, buckets, rows } = summary;
  if (content === null) return [loadedRange(request, summary, { whole: rows }, { from, to })];
  const { group, sizes } = request;
  const bucket = request.buckets.get(content);
  if (bucket) return rangesOfGroup(request, summary, groupIn(bucket, group.value), { from, to });
  const number = bucketOf(group, bucketCount(group.kind, level, sizes));
  if (!isUsed(buckets, group.kind, number)) return rangesOfGroup(request, summary, undefined, { from, to });
  // The buckets were read before this summary was written.
  return [{ kind: 'counted', summary, of: summary, from, to, next: { what: 'bucket' } }];
}

export function rangesOfGroup(
  request: ListRequest,
  summary: Summary,
  stored: StoredGroup | undefined,
  part: IdRange,
): ListRange[] {
  if (!stored || stored.kind === 'rows') {
    return [loadedRange(request, summary, { ofGroup: stored?.rows ?? [] }, part)];
  }
  if (stored.kind === 'chunks') return rangesOfChunks(request, summary, stored, part);
  const count = countIn(stored.cells, stored.counts, request.group.left);
  return [{ kind: 'counted', summary, of: summary, ...part, next: { what: 'chunk list', count } }];
}

/** The first chunk begins with the summary, and the last one ends with it: changes of the summary belong to a chunk. */
export function rangesOfChunks(
  { group }: ListRequest,
  summary: Summary,
  { cells, chunks }: GroupChunks,
  part: IdRange,
): ListRange[] {
  return chunks.flatMap(({ from, counts }, index): ListRange[] => {
    const of = { from: index === 0 ? summary.from : from, to: chunks[index + 1]?.from ?? summary.to };
    if (of.to <= part.from || of.from >= part.to) return [];
    const next = { what: 'chunk' as const, count: countIn(cells, counts, group.left), firstId: from };
    const range = { from: Math.max(of.from, part.from), to: Math.min(of.to, part.to) };
    return [{ kind: 'counted', summary, of, ...range, next }];
  });
}

/** `rows`: whole ones, or without what is common to the group. */
export function loadedRange(
  { group }: ListRequest,
  summary: Summary,
  { ofGroup = [], whole = [] }: { ofGroup?: readonly SummaryRow[]; whole?: readonly SummaryRow[] },
  { from, to }: IdRange,
): ListRange {
  const changed = new Set([...summary.removed, ...summary.added].map(({ id }) => id));
  const matching = [
    ...ofGroup.filter((row) => !changed.has(row.id) && matchesRow(row, group.left)),
    ...[...whole, ...summary.added].filter((row) => matchesRow(row, group.wanted)),
  ];
  const ids = matching.flatMap(({ id }) => (id >= from && id < to ? [id] : []));
  return { kind: 'loaded', summary, ids, from, to };
}

export function unknownCalls({ asked, heads, filter }: ListRequest, range: ListRange): number[] {
  const known = areRowsEnough(filter) ? openRowsOf(range) : undefined;
  return openIds(range).filter((id) => !asked.has(id) && !heads.has(id) && !known?.has(id));
}

const areRowsEnough = ({ status, outcome, isLive = false }: CallFilter) =>
  status === undefined && outcome === undefined && !isLive;

/** Cached summaries are asked by many lists, of which each asks several times. */
const openRowsById = new WeakMap<Summary, ReadonlyMap<number, SummaryRow>>();

function openRowsOf(range: ListRange): ReadonlyMap<number, SummaryRow> | undefined {
  if (range.kind !== 'loaded' && range.kind !== 'counted') return undefined;
  const { summary } = range;
  const known = openRowsById.get(summary) ?? new Map(summary.openRows.map((row) => [row.id, row]));
  openRowsById.set(summary, known);
  return known;
}

function openIds(range: ListRange): readonly number[] {
  if (range.kind !== 'loaded' && range.kind !== 'counted') return [];
  const { summary, from, to } = range;
  const isWhole = from <= summary.from && to >= summary.to;
  return isWhole ? summary.open : summary.open.filter((id) => id >= from && id < to);
}

function matchingOpen({ heads, filter, group }: ListRequest, range: ListRange): ListRow[] {
  const rows = openRowsOf(range);
  return openIds(range).flatMap((id): ListRow[] => {
    const head = heads.get(id);
    if (head) return matchesFilter(head, filter) ? [{ id, head }] : [];
    const row = areRowsEnough(filter) ? rows?.get(id) : undefined;
    return row && matchesRow(row, group.wanted) ? [{ id, isOpen: true }] : [];
  });
}

export function boundsOf(request: ListRequest, range: ListRange): RangeBounds {
  if (range.kind === 'rows') return { min: range.rows.length, max: range.rows.length, isExact: true };
  if (range.kind === 'heads') return { min: 0, max: Number.POSITIVE_INFINITY, isExact: false };
  const settled = range.kind === 'loaded' ? exactly(range.ids.length) : settledBounds(request, range);
  const open = matchingOpen(request, range).length;
  const unknown = unknownCalls(request, range).length;
  return { min: settled.min + open, max: settled.max + open + unknown, isExact: settled.min === settled.max };
}

function exactly(count: number) {
  return { min: count, max: count };
}

function settledBounds(request: ListRequest, range: CountedRange): { min: number; max: number } {
  const { summary, of, next } = range;
  if (next.what === 'bucket') return { min: 0, max: Number.POSITIVE_INFINITY };
  const { group } = request;
  const matching = (rows: readonly SummaryRow[]) =>
    rows.filter((row) => row.id >= of.from && row.id < of.to && matchesRow(row, group.wanted)).length;
  const count = next.count - matching(summary.removed) + matching(summary.added);
  const newer = range.from === of.from ? countNewer(request, range) : undefined;
  return group.isCounted && newer !== undefined ? exactly(count - newer) : { min: 0, max: Math.max(0, count) };
}

/** Undefined: the heads do not cover them, or a call was settled between the reading of heads and summary. */
function countNewer({ heads, reached, range, filter }: ListRequest, { summary, of, to }: CountedRange) {
  if (to === of.to) return 0;
  if (to !== reached || of.to > range.to) return undefined;
  const others = new Set([...summary.open, ...summary.removed.map(({ id }) => id)]);
  const counted = [...heads.values()].filter(({ id }) => id >= to && id < of.to && !others.has(id));
  return counted.every(isSettled) ? counted.filter((call) => matchesFilter(call, filter)).length : undefined;
}

/** Those with an inexact count, and those that may overlap the rows [start, end). `ranges`: newest first. */
export function rangesToOpen<Range extends RangeBounds>(
  ranges: readonly Range[],
  page: { start: number; end: number },
  isOpen: (range: Range) => boolean,
): Range[] {
  const wanted: Range[] = [];
  let first = 0;
  let last = 0;
  for (const range of ranges) {
    const { min, max, isExact } = range;
    // After a range without count, any other might overlap the page. The one without count is read first.
    const mayOverlapPage = max > 0 && first < page.end && Number.isFinite(last) && last + max > page.start;
    if (!isOpen(range) && (!isExact || mayOverlapPage)) wanted.push(range);
    first += min;
    last += max;
  }
  return wanted;
}

export function rowsBetween(request: ListRequest, ranges: readonly ListRange[], start: number, end: number): ListRow[] {
  const rows: ListRow[] = [];
  let position = 0;
  for (const range of ranges) {
    const { min } = boundsOf(request, range);
    const isShown = position < end && position + min > start;
    if (isShown) rows.push(...rowsIn(request, range).slice(Math.max(0, start - position), end - position));
    position += min;
  }
  return rows;
}

function rowsIn(request: ListRequest, range: ListRange): ListRow[] {
  if (range.kind === 'rows') return range.rows;
  if (range.kind !== 'loaded') return [];
  const settled: ListRow[] = range.ids.map((id) => ({ id }));
  return [...settled, ...matchingOpen(request, range)].toSorted((one, other) => other.id - one.id);
}
