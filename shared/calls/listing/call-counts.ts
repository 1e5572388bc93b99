import { isFinal, type Call } from '#shared/calls/call.ts';
import type { CallFilter } from '#shared/calls/listing/call-filter.ts';

/** The fields that lists compare for equality. They no longer change once the call is settled. */
export type CallCell = Pick<Call, 'status' | 'type' | 'assistantId' | 'campaignId'>;

/** A call of a segment. Null: the call was open when the segment was closed, so its head must be read. */
export interface SegmentRow {
  id: number;
  cell: CallCell | null;
}

/** All calls of a user with an id in [from, to), oldest first. This stays true: no call is added below the watermark. */
export interface SegmentRows {
  from: number;
  to: number;
  rows: readonly SegmentRow[];
}

/** Ids from `from` (inclusive) to `to` (exclusive). */
export interface IdRange {
  from: number;
  to: number;
}

/** A part of a range with the segment that covers it. Undefined: no segment does. */
export interface CoveredPart<Segment extends IdRange> extends IdRange {
  segment: Segment | undefined;
}

/**
 * `totals`: the number of all calls, and of each value of one field; enough for lists with at most one filter.
 * `cells`: the number of each combination that occurs; enough for every mix of filters, and about ten times larger.
 */
export const countsKinds = ['totals', 'cells'] as const;
export type CountsKind = (typeof countsKinds)[number];

/** Numbers of calls by name: `type=inbound` in totals, `completed|inbound|7|` in cells. */
export type CallCounts = ReadonlyMap<string, number>;

/** Several counts over the same names: one row for each, in the order of `names`. */
export interface CountsTable {
  names: readonly string[];
  counts: ReadonlyArray<readonly number[]>;
}

/** Whether calls counted under a name match a filter. */
export type NameFilter = (name: string) => boolean;

/** The sizes of lists. Tests use small ones to get many segments of few calls. */
export interface ListSizes {
  /** Calls in a segment. */
  segment: number;
  /** Segments in a summary node. */
  summaryNode: number;
  /** Heads that a list reads together with the counts. They usually contain all calls that are newer than the segments. */
  newest: number;
  /** Fewer calls than this are not put into a segment: a list reads more heads than that anyway. */
  minSegmentCalls: number;
}

/** A segment is about 6 KB, so 2 read units show any page of it. A summary node has 65,536 calls. 32 heads are 6 read units. */
export const listSizes: ListSizes = { segment: 1024, summaryNode: 64, newest: 32, minSegmentCalls: 16 };

const cellFields = ['status', 'type', 'assistantId', 'campaignId'] as const;
/** The name of the total of all calls. */
const ALL = '';

/** Whether the call is final and settled. The fields that lists filter by no longer change. */
export function isSettled(call: Call): boolean {
  return isFinal(call.status) && call.hold === 0;
}

export function toSegmentRow(call: Call): SegmentRow {
  const { id, status, type, assistantId, campaignId } = call;
  return { id, cell: isSettled(call) ? { status, type, assistantId, campaignId } : null };
}

/** Appends later calls to a segment, and fills in the open calls that were settled in between. */
export function extendSegment(
  segment: SegmentRows,
  later: readonly Call[],
  to: number,
  settled: readonly Call[],
): SegmentRows {
  const known = new Map(settled.filter(isSettled).map((call) => [call.id, toSegmentRow(call)]));
  return {
    from: segment.from,
    to,
    rows: [...segment.rows.map((row) => known.get(row.id) ?? row), ...later.map(toSegmentRow)],
  };
}

export function openCallIds(segment: SegmentRows): number[] {
  return segment.rows.filter(({ cell }) => cell === null).map(({ id }) => id);
}

export function finalCells(segment: SegmentRows): CallCell[] {
  return segment.rows.flatMap(({ cell }) => (cell === null ? [] : [cell]));
}

export function countCells(cells: Iterable<CallCell>, kind: CountsKind): CallCounts {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    for (const name of kind === 'cells' ? [cellName(cell)] : totalNames(cell)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

function cellName(cell: CallCell): string {
  return cellFields.map((field) => cell[field] ?? '').join('|');
}

function totalNames(cell: CallCell): string[] {
  const named = cellFields.flatMap((field) => {
    const value = cell[field];
    return value === null ? [] : [totalName(field, value)];
  });
  return [ALL, ...named];
}

function totalName(field: string, value: number | string): string {
  return `${field}=${value}`;
}

export function addCounts(parts: Iterable<CallCounts>): CallCounts {
  const sum = new Map<string, number>();
  for (const counts of parts) for (const [name, calls] of counts) sum.set(name, (sum.get(name) ?? 0) + calls);
  return sum;
}

/** The smallest kind of counts that is enough for the filter. */
export function countsKindFor(filter: CallFilter): CountsKind {
  return totalNamesOf(filter).length <= 1 ? 'totals' : 'cells';
}

/**
 * Selects the names that match the filter, without its dates and phone number. A request sees the same names in every
 * segment, so each name is examined once.
 */
export function nameFilter(kind: CountsKind, filter: CallFilter): NameFilter {
  const total = totalNamesOf(filter)[0] ?? ALL;
  if (kind === 'totals') return (name) => name === total;
  const wanted = cellFields.map((field) => filter[field]);
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const values = name.split('|');
    const matches = wanted.every((value, index) => value === undefined || String(value) === values[index]);
    known.set(name, matches);
    return matches;
  };
}

function totalNamesOf(filter: CallFilter): string[] {
  return cellFields.flatMap((field) => {
    const value = filter[field];
    return value === undefined ? [] : [totalName(field, value)];
  });
}

/** The number of calls under the selected names. */
export function countIn(counts: CallCounts, isCounted: NameFilter): number {
  let count = 0;
  for (const [name, calls] of counts) if (isCounted(name)) count += calls;
  return count;
}

/** The number of calls under the selected names, for each row of a table. */
export function countRows({ names, counts }: CountsTable, isCounted: NameFilter): number[] {
  const columns = names.flatMap((name, index) => (isCounted(name) ? [index] : []));
  return counts.map((row) => columns.reduce((sum, column) => sum + (row[column] ?? 0), 0));
}

/**
 * Covers a range with segments, oldest first. The segments may be read while others are written, so they may overlap:
 * of two with the same start the longer one is used, and one that overlaps a used one is skipped. A gap becomes a part
 * without a segment.
 */
export function coverRange<Segment extends IdRange>(
  segments: readonly Segment[],
  range: IdRange,
): Array<CoveredPart<Segment>> {
  const parts: Array<CoveredPart<Segment>> = [];
  let reached = range.from;
  let coveredTo = 0;
  for (const segment of segments.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (segment.from < coveredTo || segment.to <= reached) continue;
    if (segment.from >= range.to) break;
    if (segment.from > reached) parts.push({ from: reached, to: segment.from, segment: undefined });
    reached = Math.min(segment.to, range.to);
    coveredTo = segment.to;
    parts.push({ from: Math.max(segment.from, range.from), to: reached, segment });
  }
  if (reached < range.to) parts.push({ from: reached, to: range.to, segment: undefined });
  return parts;
}
