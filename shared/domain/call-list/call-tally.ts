import type { CallFilter } from '#shared/domain/call/call-filter.ts';
import type { Call } from '#shared/domain/call/call.ts';

/** The fields of a call that lists filter by equality. They never change again once the call is final. */
export type CallCell = Pick<Call, 'status' | 'type' | 'assistantId' | 'campaignId'>;

/**
 * How many calls there are of each sort. `totals`: of all, and of each value of one field, which answers lists with no
 * filter or one. `cells`: of each combination that occurs, which answers every mix and takes some ten times the room.
 */
export const tallyKinds = ['totals', 'cells'] as const;
export type TallyKind = (typeof tallyKinds)[number];
export type CallTally = ReadonlyMap<string, number>;

const cellFields = ['status', 'type', 'assistantId', 'campaignId'] as const;
const ALL = '';

const nameOfField = (field: string, value: number | string) => `${field}=${value}`;

export function cellName(cell: CallCell): string {
  return cellFields.map((field) => cell[field] ?? '').join('|');
}

/** The smallest kind of tally that answers the filter. */
export function tallyKindFor(filter: CallFilter): TallyKind {
  return fieldsOf(filter).length <= 1 ? 'totals' : 'cells';
}

/** Several tallies, side by side: a row of counts for each, in the order of the names. */
export interface TallyTable {
  names: readonly string[];
  counts: ReadonlyArray<readonly number[]>;
}

/** Tells which names of a tally count for a filter. */
export type NameFilter = (name: string) => boolean;

/**
 * The names that match the filter, leaving its dates and its phone number aside. One request asks for the same names in
 * every seal, so each is looked into once.
 */
export function nameFilter(kind: TallyKind, filter: CallFilter): NameFilter {
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
export function countIn(tally: CallTally, counts: NameFilter): number {
  let count = 0;
  for (const [name, calls] of tally) if (counts(name)) count += calls;
  return count;
}

/** The same for each of the tallies of a table. */
export function countRows({ names, counts }: TallyTable, isCounted: NameFilter): number[] {
  const columns = names.flatMap((name, index) => (isCounted(name) ? [index] : []));
  return counts.map((row) => columns.reduce((sum, column) => sum + (row[column] ?? 0), 0));
}

export function tallyCells(cells: Iterable<CallCell>, kind: TallyKind): CallTally {
  const tally = new Map<string, number>();
  for (const cell of cells) {
    for (const name of kind === 'cells' ? [cellName(cell)] : totalNames(cell)) {
      tally.set(name, (tally.get(name) ?? 0) + 1);
    }
  }
  return tally;
}

export function addTallies(tallies: Iterable<CallTally>): CallTally {
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
