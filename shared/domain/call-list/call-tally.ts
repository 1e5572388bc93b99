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

/** How many calls of the tally match the filter, leaving its dates and its phone number aside. */
export function countIn(tally: CallTally, kind: TallyKind, filter: CallFilter): number {
  if (kind === 'totals') return tally.get(fieldsOf(filter)[0] ?? ALL) ?? 0;
  const wanted = cellFields.map((field) => filter[field]);
  let count = 0;
  for (const [name, calls] of tally) {
    const values = name.split('|');
    if (wanted.every((value, index) => value === undefined || String(value) === values[index])) count += calls;
  }
  return count;
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
