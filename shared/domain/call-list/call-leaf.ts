import { isFinal } from '#shared/domain/call/call-status.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { CallCell } from '#shared/domain/call-list/call-tally.ts';

/** A call of a leaf. Null: it was still open when the leaf was sealed, so its head is to be asked. */
export interface LeafRow {
  id: number;
  cell: CallCell | null;
}

/** Every call of a user with an id in [from, to), oldest first. True for ever: no call is added below the sealing line. */
export interface CallLeaf {
  from: number;
  to: number;
  rows: readonly LeafRow[];
}

/** Nothing that lists filter by changes any more. */
export function isSealable(call: Call): boolean {
  return isFinal(call.status) && call.hold === 0;
}

export function toLeafRow(call: Call): LeafRow {
  const { id, status, type, assistantId, campaignId } = call;
  return { id, cell: isSealable(call) ? { status, type, assistantId, campaignId } : null };
}

/** The leaf with later calls added, and with the calls that have become final in between. */
export function growLeaf(leaf: CallLeaf, later: readonly Call[], to: number, settled: readonly Call[]): CallLeaf {
  const known = new Map(settled.filter(isSealable).map((call) => [call.id, toLeafRow(call)]));
  return { from: leaf.from, to, rows: [...leaf.rows.map((row) => known.get(row.id) ?? row), ...later.map(toLeafRow)] };
}

export function openIds(leaf: CallLeaf): number[] {
  return leaf.rows.filter(({ cell }) => cell === null).map(({ id }) => id);
}

export function finalCells(leaf: CallLeaf): CallCell[] {
  return leaf.rows.flatMap(({ cell }) => (cell === null ? [] : [cell]));
}
