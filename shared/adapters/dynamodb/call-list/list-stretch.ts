import type { ListRow } from '#shared/adapters/dynamodb/call-list/show-rows.ts';
import type { SealMemory } from '#shared/adapters/dynamodb/call-list/seal-memory.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { matchesFilter, type CallFilter } from '#shared/domain/call/call-filter.ts';
import type { Call } from '#shared/domain/call/call.ts';
import { isSealable } from '#shared/domain/call-list/call-leaf.ts';
import type { NameFilter, TallyKind } from '#shared/domain/call-list/call-tally.ts';
import type { IdRange } from '#shared/domain/call-list/cover-range.ts';
import type { Stretch } from '#shared/domain/call-list/page-walk.ts';

export interface ListRequest {
  table: Table;
  userId: number;
  filter: CallFilter;
  kind: TallyKind;
  /** The names of tallies that count for the filter. */
  isCounted: NameFilter;
  range: IdRange;
  /** Heads read for this request: every one from `reached` up to the end of the range, and open ones below. */
  heads: Map<number, Call>;
  reached: number;
  memory: SealMemory;
  /** The version that the seals had when this request began, and whether its seals are exactly those of that version. */
  version: number;
  isOfVersion: boolean;
}

/** A stretch of the list: its rows, or heads that nobody has read, or what a seal tells about a part of its calls. */
export type ListStretch = Stretch &
  ({ kind: 'rows'; rows: ListRow[] } | ({ kind: 'heads' } & IdRange) | ({ kind: 'seal'; seal: Counted } & IdRange));

/** A leaf or a branch, and how many of its final calls match. */
export interface Counted extends IdRange {
  level: 'leaf' | 'branch';
  open: readonly number[];
  count: number;
}

export function rowsStretch(rows: ListRow[]): ListStretch {
  return { kind: 'rows', rows, least: rows.length, most: rows.length };
}

export function headsStretch({ from, to }: IdRange): ListStretch {
  return { kind: 'heads', from, to, least: 0, most: Number.POSITIVE_INFINITY };
}

/** What the seal tells about the calls of a part of it. */
export function sealStretch(request: ListRequest, seal: Counted, { from, to }: IdRange): ListStretch {
  const { count } = seal;
  const open = seal.open.filter((id) => id >= from && id < to).length;
  const newer = from === seal.from ? countNewer(request, seal, to) : undefined;
  const bounds =
    newer === undefined ? { least: 0, most: count + open } : { least: count - newer, most: count - newer + open };
  return { kind: 'seal', seal, from, to, ...bounds };
}

/**
 * How many of a seal's counted calls lie above `to`, told by the heads, which are all there from `reached` on.
 * Undefined: they do not tell, or a call became final between the reading of the heads and of the seal.
 */
function countNewer({ heads, reached, range, filter }: ListRequest, seal: Counted, to: number): number | undefined {
  if (to === seal.to) return 0;
  if (to !== reached || seal.to > range.to) return undefined;
  const open = new Set(seal.open);
  const counted = [...heads.values()].filter(({ id }) => id >= to && id < seal.to && !open.has(id));
  return counted.every(isSealable) ? counted.filter((call) => matchesFilter(call, filter)).length : undefined;
}

/** The rows at these positions; they lie in stretches whose rows are known. */
export function rowsBetween(stretches: readonly ListStretch[], start: number, end: number): ListRow[] {
  const rows: ListRow[] = [];
  let position = 0;
  for (const stretch of stretches) {
    if (stretch.kind === 'rows') {
      rows.push(...stretch.rows.slice(Math.max(0, start - position), Math.max(0, end - position)));
    }
    position += stretch.least;
  }
  return rows;
}
