import type { Call } from '#shared/calls/call.ts';
import {
  countIn,
  countRows,
  coverRange,
  isSettled,
  type CountsKind,
  type IdRange,
  type NameFilter,
  type SegmentRows,
} from '#shared/calls/listing/call-counts.ts';
import { matchesCell, matchesFilter, type CallFilter } from '#shared/calls/listing/call-filter.ts';
import { readHeads, type ListRow } from '#shared/calls/listing/read-calls.ts';
import { readSegment, readSummaryNode, recall, type SegmentCache } from '#shared/calls/listing/read-segments.ts';
import type { CallSegment, SummaryNode } from '#shared/calls/listing/segment-items.ts';
import type { Table } from '#shared/platform/table/table.ts';

export interface ListRequest {
  table: Table;
  userId: number;
  filter: CallFilter;
  kind: CountsKind;
  /** Selects the names of counts that match the filter. */
  isCounted: NameFilter;
  range: IdRange;
  /** Heads that were read for this request: all from `reached` to the end of the range, and those of open calls below. */
  heads: Map<number, Call>;
  reached: number;
  cache: SegmentCache;
  /** The version of the segments when this request began. */
  version: number;
  /** Whether the counts of this request are exactly those of `version`. */
  isOfVersion: boolean;
}

/** The number of matching rows in a range, as bounds. Equal bounds: the number is exact. */
export interface RangeBounds {
  min: number;
  /** Infinity: the range is not counted. */
  max: number;
}

/** A range of the list: known rows, heads that are not read yet, or a part of a segment or node that is only counted. */
export type ListRange = RangeBounds &
  ({ kind: 'rows'; rows: ListRow[] } | ({ kind: 'heads' } & IdRange) | ({ kind: 'counts'; of: Counted } & IdRange));

/** A segment (`leaf`) or summary node (`branch`), and the number of its settled calls that match. */
interface Counted extends IdRange {
  level: 'leaf' | 'branch';
  open: readonly number[];
  count: number;
}

/** The ranges after the first round trip, newest first: the newest heads, then segments, nodes and the gaps between them. */
export function firstRanges(request: ListRequest, segments: readonly CallSegment[]): ListRange[] {
  const { range, reached, heads, filter, isCounted } = request;
  const newest = [...heads.values()].filter((call) => matchesFilter(call, filter));
  const older = coverRange(segments, { from: range.from, to: reached }).map((part) => {
    if (!part.segment) return headsRange(part);
    const { level, from, to, open, counts } = part.segment;
    return countsRange(request, { level, from, to, open, count: countIn(counts, isCounted) }, part);
  });
  return [rowsRange(newest.map((head) => ({ id: head.id, head }))), ...older.toReversed()];
}

function rowsRange(rows: ListRow[]): ListRange {
  return { kind: 'rows', rows, min: rows.length, max: rows.length };
}

function headsRange({ from, to }: IdRange): ListRange {
  return { kind: 'heads', from, to, min: 0, max: Number.POSITIVE_INFINITY };
}

/** The bounds for a part of a segment or node. The counts are of the whole, so they are exact only if the rest is known. */
function countsRange(request: ListRequest, of: Counted, { from, to }: IdRange): ListRange {
  const { count } = of;
  const open = of.open.filter((id) => id >= from && id < to).length;
  const newer = from === of.from ? countNewer(request, of, to) : undefined;
  const bounds =
    newer === undefined ? { min: 0, max: count + open } : { min: count - newer, max: count - newer + open };
  return { kind: 'counts', of, from, to, ...bounds };
}

/**
 * The number of counted calls from `to` on, determined from the heads, which are complete from `reached` on.
 * Undefined: the heads do not cover them, or a call was settled between the reading of the heads and of the counts.
 */
function countNewer({ heads, reached, range, filter }: ListRequest, of: Counted, to: number): number | undefined {
  if (to === of.to) return 0;
  if (to !== reached || of.to > range.to) return undefined;
  const open = new Set(of.open);
  const counted = [...heads.values()].filter(({ id }) => id >= to && id < of.to && !open.has(id));
  return counted.every(isSettled) ? counted.filter((call) => matchesFilter(call, filter)).length : undefined;
}

/**
 * The ranges to read to know the total and the rows [start, end): ranges whose count is not exact, and ranges that may
 * overlap the page. Empty if everything is known.
 * @param ranges newest first
 * @param isOpen whether the rows of a range are known
 */
export function rangesToOpen<Range extends RangeBounds>(
  ranges: readonly Range[],
  page: { start: number; end: number },
  isOpen: (range: Range) => boolean,
): Range[] {
  const wanted: Range[] = [];
  let first = 0;
  let last = 0;
  for (const range of ranges) {
    const { min, max } = range;
    // After a range without count, any other range might overlap the page. The range without count is read first.
    const mayOverlapPage = max > 0 && first < page.end && Number.isFinite(last) && last + max > page.start;
    if (!isOpen(range) && (min !== max || mayOverlapPage)) wanted.push(range);
    first += min;
    last += max;
  }
  return wanted;
}

/** The calls of a range whose heads must be read, because they were open when the segment was written. */
export function openCallsOf({ heads }: ListRequest, range: ListRange): number[] {
  if (range.kind !== 'counts') return [];
  return range.of.open.filter((id) => id >= range.from && id < range.to && !heads.has(id));
}

/** Reads the content of a range. Call the result when the open calls have been read: it returns the parts, newest first. */
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
    const segment = await recall(cache.rows, `${userId} ${from}`, request, () => readSegment(table, userId, from));
    return () => rangesOfSegment(request, range, segment);
  }
  const name = `${userId} ${kind} ${from}`;
  const node = await recall(cache.nodes, name, request, () => readSummaryNode(table, userId, kind, from));
  return () => rangesOfNode(request, range, node);
}

/** A segment that was removed or shortened in between leaves a gap, for which the heads are read. */
function rangesOfSegment(request: ListRequest, { from, to }: IdRange, segment: SegmentRows | undefined): ListRange[] {
  const rows = segment && segmentRows(request, segment, { from, to });
  if (!segment || !rows) return [headsRange({ from, to })];
  if (segment.to >= to) return [rowsRange(rows)];
  return [headsRange({ from: segment.to, to }), rowsRange(rows)];
}

/** Undefined if a call is open in the segment but was not in the counts. */
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
  const counts = countRows(node.counts, request.isCounted);
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

/** The rows at the positions [start, end). Their ranges must have kind `rows`. */
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
