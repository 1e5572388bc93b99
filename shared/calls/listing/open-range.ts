import type { Call } from '#shared/calls/call.ts';
import {
  isSettled,
  countIn,
  countRows,
  coverRange,
  type SegmentRows,
  type NameFilter,
  type CountsKind,
  type IdRange,
} from '#shared/calls/listing/call-counts.ts';
import { matchesCell, matchesFilter, type CallFilter } from '#shared/calls/listing/call-filter.ts';
import { readHeads, type ListRow } from '#shared/calls/listing/read-calls.ts';
import { readSummaryNode, readSegment, recall, type SegmentCache } from '#shared/calls/listing/read-segments.ts';
import type { SummaryNode, CallSegment } from '#shared/calls/listing/segment-items.ts';
import type { Table } from '#shared/platform/table/table.ts';

export interface ListRequest {
  table: Table;
  userId: number;
  filter: CallFilter;
  kind: CountsKind;
  /** The names of counts that belong to the filter. */
  isCounted: NameFilter;
  range: IdRange;
  /** Heads read for this request: every one from `reached` up to the end of the range, and open ones below. */
  heads: Map<number, Call>;
  reached: number;
  cache: SegmentCache;
  /** The version that the segments had when this request began, and whether its counts are exactly those of that version. */
  version: number;
  isOfVersion: boolean;
}

/** A range of the list: its rows, or heads that are not read yet, or what the counts tell about a part of its calls. */
export type ListRange = RangeBounds &
  ({ kind: 'rows'; rows: ListRow[] } | ({ kind: 'heads' } & IdRange) | ({ kind: 'counts'; of: Counted } & IdRange));

/** A segment or a summary node, and how many of its final calls match. */
interface Counted extends IdRange {
  level: 'leaf' | 'branch';
  open: readonly number[];
  count: number;
}

/** What the first round trip tells, newest first: the newest heads, below them what is counted and the gaps in between. */
export function firstRanges(request: ListRequest, seals: readonly CallSegment[]): ListRange[] {
  const { range, reached, heads, filter, isCounted } = request;
  const newest = [...heads.values()].filter((call) => matchesFilter(call, filter));
  const older = coverRange(seals, { from: range.from, to: reached }).map((part) => {
    if (!part.segment) return headsRange(part);
    const { level, from, to, open, tally } = part.segment;
    return countsRange(request, { level, from, to, open, count: countIn(tally, isCounted) }, part);
  });
  return [rowsRange(newest.map((head) => ({ id: head.id, head }))), ...older.toReversed()];
}

function rowsRange(rows: ListRow[]): ListRange {
  return { kind: 'rows', rows, min: rows.length, max: rows.length };
}

function headsRange({ from, to }: IdRange): ListRange {
  return { kind: 'heads', from, to, min: 0, max: Number.POSITIVE_INFINITY };
}

/** What the counts of a segment or a node tell about a part of its calls. */
function countsRange(request: ListRequest, of: Counted, { from, to }: IdRange): ListRange {
  const { count } = of;
  const open = of.open.filter((id) => id >= from && id < to).length;
  const newer = from === of.from ? countNewer(request, of, to) : undefined;
  const bounds =
    newer === undefined ? { min: 0, max: count + open } : { min: count - newer, max: count - newer + open };
  return { kind: 'counts', of, from, to, ...bounds };
}

/**
 * How many of the counted calls lie above `to`, told by the heads, which are all there from `reached` on.
 * Undefined: they do not tell, or a call became final between the reading of the heads and of the counts.
 */
function countNewer({ heads, reached, range, filter }: ListRequest, of: Counted, to: number): number | undefined {
  if (to === of.to) return 0;
  if (to !== reached || of.to > range.to) return undefined;
  const open = new Set(of.open);
  const counted = [...heads.values()].filter(({ id }) => id >= to && id < of.to && !open.has(id));
  return counted.every(isSettled) ? counted.filter((call) => matchesFilter(call, filter)).length : undefined;
}

/** The calls of a range whose heads must be read, because they were open when it was counted. */
export function openCallsOf({ heads }: ListRequest, range: ListRange): number[] {
  if (range.kind !== 'counts') return [];
  return range.of.open.filter((id) => id >= range.from && id < range.to && !heads.has(id));
}

/** Reads what a range is made of. The result makes the parts, newest first, once the open calls have been read too. */
export async function openRange(request: ListRequest, range: ListRange): Promise<() => ListRange[]> {
  const { table, userId, filter, kind, cache } = request;
  if (range.kind === 'rows') return () => [range];
  if (range.kind === 'heads') {
    const calls = await readHeads(table, userId, range);
    const rows = calls.filter((call) => matchesFilter(call, filter)).map((head) => ({ id: head.id, head }));
    return () => [rowsRange(rows)];
  }
  const { from } = range.of;
  if (range.of.level === 'leaf') {
    const segment = await recall(cache.segments, `${userId} ${from}`, request, () => readSegment(table, userId, from));
    return () => rangesOfSegment(request, range, segment);
  }
  const name = `${userId} ${kind} ${from}`;
  const node = await recall(cache.nodes, name, request, () => readSummaryNode(table, userId, kind, from));
  return () => rangesOfNode(request, range, node);
}

/** A segment that was removed or shortened in between leaves a gap, which the heads fill. */
function rangesOfSegment(request: ListRequest, { from, to }: IdRange, segment: SegmentRows | undefined): ListRange[] {
  const rows = segment && segmentRows(request, segment, { from, to });
  if (!segment || !rows) return [headsRange({ from, to })];
  if (segment.to >= to) return [rowsRange(rows)];
  return [headsRange({ from: segment.to, to }), rowsRange(rows)];
}

/** Undefined when a call is open that the counts did not have as open. */
function segmentRows(
  { heads, filter }: ListRequest,
  segment: SegmentRows,
  { from, to }: IdRange,
): ListRow[] | undefined {
  const rows: ListRow[] = [];
  for (const { id, cell } of segment.rows.toReversed()) {
    if (id < from || id >= to) continue;
    const head = heads.get(id);
    if (cell === null && head === undefined) return undefined;
    if (cell ? matchesCell(cell, filter) : head && matchesFilter(head, filter)) rows.push(cell ? { id } : { id, head });
  }
  return rows;
}

function rangesOfNode(request: ListRequest, { from, to }: IdRange, node: SummaryNode | undefined): ListRange[] {
  if (!node || node.to < to) return [headsRange({ from, to })];
  const counts = countRows(node.tallies, request.isCounted);
  const segments = node.starts.map((start, index) => ({
    level: 'leaf' as const,
    from: start,
    to: node.starts[index + 1] ?? node.to,
    open: [],
    count: counts[index] ?? 0,
  }));
  return segments
    .filter((segment) => segment.to > from && segment.from < to)
    .map((segment) =>
      countsRange(request, segment, { from: Math.max(segment.from, from), to: Math.min(segment.to, to) }),
    )
    .toReversed();
}

/** The rows at these positions; they lie in ranges whose rows are known. */
export function rowsBetween(ranges: readonly ListRange[], start: number, end: number): ListRow[] {
  const rows: ListRow[] = [];
  let position = 0;
  for (const range of ranges) {
    if (range.kind === 'rows') {
      rows.push(...range.rows.slice(Math.max(0, start - position), Math.max(0, end - position)));
    }
    position += range.min;
  }
  return rows;
}

/** A stretch of a list, newest first: how many of its rows match, exactly or between two bounds. */
export interface RangeBounds {
  min: number;
  /** Infinity: nobody has counted it. */
  max: number;
}

/**
 * The positions of the stretches that have to be opened to know the total and to show the rows [start, end): those that
 * are not counted exactly, and those that may reach into the page. Empty: everything is known.
 * `isOpen` tells the stretches whose rows are known one by one.
 */
export function rangesToOpen<S extends RangeBounds>(
  stretches: readonly S[],
  page: { start: number; end: number },
  isOpen: (stretch: S) => boolean,
): S[] {
  const wanted: S[] = [];
  let first = 0;
  let last = 0;
  for (const stretch of stretches) {
    const { min, max } = stretch;
    // Behind a stretch that nobody has counted, any other might be on the page: that one is counted first.
    const mayBeShown = max > 0 && first < page.end && Number.isFinite(last) && last + max > page.start;
    if (!isOpen(stretch) && (min !== max || mayBeShown)) wanted.push(stretch);
    first += min;
    last += max;
  }
  return wanted;
}
