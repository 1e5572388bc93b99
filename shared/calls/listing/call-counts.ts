import { isFinal, type Call } from '#shared/calls/call.ts';
import type { CallFilter } from '#shared/calls/listing/call-filter.ts';

/** A call of a leaf. Null: it was still open when the leaf was sealed, so its head is to be asked. */
export interface SegmentRow {
  id: number;
  cell: CallCell | null;
}

/** Every call of a user with an id in [from, to), oldest first. True for ever: no call is added below the sealing line. */
export interface SegmentRows {
  from: number;
  to: number;
  rows: readonly SegmentRow[];
}

/** Nothing that lists filter by changes any more. */
export function isSettled(call: Call): boolean {
  return isFinal(call.status) && call.hold === 0;
}

export function toSegmentRow(call: Call): SegmentRow {
  const { id, status, type, assistantId, campaignId } = call;
  return { id, cell: isSettled(call) ? { status, type, assistantId, campaignId } : null };
}

/** The leaf with later calls added, and with the calls that have become final in between. */
export function extendSegment(
  leaf: SegmentRows,
  later: readonly Call[],
  to: number,
  settled: readonly Call[],
): SegmentRows {
  const known = new Map(settled.filter(isSettled).map((call) => [call.id, toSegmentRow(call)]));
  return {
    from: leaf.from,
    to,
    rows: [...leaf.rows.map((row) => known.get(row.id) ?? row), ...later.map(toSegmentRow)],
  };
}

export function openCallIds(leaf: SegmentRows): number[] {
  return leaf.rows.filter(({ cell }) => cell === null).map(({ id }) => id);
}

export function finalCells(leaf: SegmentRows): CallCell[] {
  return leaf.rows.flatMap(({ cell }) => (cell === null ? [] : [cell]));
}

/** The fields of a call that lists filter by equality. They never change again once the call is final. */
export type CallCell = Pick<Call, 'status' | 'type' | 'assistantId' | 'campaignId'>;

/**
 * How many calls there are of each sort. `totals`: of all, and of each value of one field, which answers lists with no
 * filter or one. `cells`: of each combination that occurs, which answers every mix and takes some ten times the room.
 */
export const countsKinds = ['totals', 'cells'] as const;
export type CountsKind = (typeof countsKinds)[number];
export type CallCounts = ReadonlyMap<string, number>;

const cellFields = ['status', 'type', 'assistantId', 'campaignId'] as const;
const ALL = '';

const nameOfField = (field: string, value: number | string) => `${field}=${value}`;

export function cellName(cell: CallCell): string {
  return cellFields.map((field) => cell[field] ?? '').join('|');
}

/** The smallest kind of tally that answers the filter. */
export function countsKindFor(filter: CallFilter): CountsKind {
  return fieldsOf(filter).length <= 1 ? 'totals' : 'cells';
}

/** Several tallies, side by side: a row of counts for each, in the order of the names. */
export interface CountsTable {
  names: readonly string[];
  counts: ReadonlyArray<readonly number[]>;
}

/** Tells which names of a tally count for a filter. */
export type NameFilter = (name: string) => boolean;

/**
 * The names that match the filter, leaving its dates and its phone number aside. One request asks for the same names in
 * every seal, so each is looked into once.
 */
export function nameFilter(kind: CountsKind, filter: CallFilter): NameFilter {
  const total = fieldsOf(filter)[0] ?? ALL;
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

/** How many calls of the tally have a name that counts. */
export function countIn(tally: CallCounts, counts: NameFilter): number {
  let count = 0;
  for (const [name, calls] of tally) if (counts(name)) count += calls;
  return count;
}

/** The same for each of the tallies of a table. */
export function countRows({ names, counts }: CountsTable, isCounted: NameFilter): number[] {
  const columns = names.flatMap((name, index) => (isCounted(name) ? [index] : []));
  return counts.map((row) => columns.reduce((sum, column) => sum + (row[column] ?? 0), 0));
}

export function countCells(cells: Iterable<CallCell>, kind: CountsKind): CallCounts {
  const tally = new Map<string, number>();
  for (const cell of cells) {
    for (const name of kind === 'cells' ? [cellName(cell)] : totalNames(cell)) {
      tally.set(name, (tally.get(name) ?? 0) + 1);
    }
  }
  return tally;
}

export function addCounts(tallies: Iterable<CallCounts>): CallCounts {
  const sum = new Map<string, number>();
  for (const tally of tallies) for (const [name, calls] of tally) sum.set(name, (sum.get(name) ?? 0) + calls);
  return sum;
}

function fieldsOf(filter: CallFilter): string[] {
  return cellFields.flatMap((field) => {
    const value = filter[field];
    return value === undefined ? [] : [nameOfField(field, value)];
  });
}

function totalNames(cell: CallCell): string[] {
  const named = cellFields.flatMap((field) => {
    const value = cell[field];
    return value === null ? [] : [nameOfField(field, value)];
  });
  return [ALL, ...named];
}

/** Ids from `from` up to and without `to`. */
export interface IdRange {
  from: number;
  to: number;
}

/** A part of a range: what lies in it is told by the seal, or by nobody. */
export interface CoveredPart<Seal extends IdRange> extends IdRange {
  segment: Seal | undefined;
}

/**
 * Lays seals side by side over a range, oldest first. The seals may be read while others are written: of two that begin
 * together the longer one is taken, one that overlaps what is taken is left out, and a hole is a part without a seal.
 */
export function coverRange<Seal extends IdRange>(seals: readonly Seal[], range: IdRange): Array<CoveredPart<Seal>> {
  const parts: Array<CoveredPart<Seal>> = [];
  let reached = range.from;
  let taken = 0;
  for (const segment of seals.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (segment.from < taken || segment.to <= reached) continue;
    if (segment.from >= range.to) break;
    if (segment.from > reached) parts.push({ from: reached, to: segment.from, segment: undefined });
    reached = Math.min(segment.to, range.to);
    taken = segment.to;
    parts.push({ from: Math.max(segment.from, range.from), to: reached, segment });
  }
  if (reached < range.to) parts.push({ from: reached, to: range.to, segment: undefined });
  return parts;
}

/** How lists of calls are cut up. Tests use small ones, to get many seals of few calls. */
export interface ListSizes {
  /** Calls in a leaf. */
  segment: number;
  /** Leaves in a branch. */
  summaryNode: number;
  /** Heads that a list reads together with the seals, so that what is newer than these is mostly there already. */
  newest: number;
  /** Fewer calls than this are not sealed yet: a list reads more heads than that anyway. */
  minSegmentCalls: number;
}

/** A leaf packs into some 6 KB, so 2 read units show any page in it; a branch has 65,536 calls; 32 heads are 6 read units. */
export const listSizes: ListSizes = { segment: 1024, summaryNode: 64, newest: 32, minSegmentCalls: 16 };
