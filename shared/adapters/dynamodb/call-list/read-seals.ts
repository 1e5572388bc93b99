import { expr } from '#shared/platform/table/expressions.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import type { CallLeaf } from '#shared/domain/call-list/call-leaf.ts';
import type { TallyKind } from '#shared/domain/call-list/call-tally.ts';
import {
  CallBranchItem,
  CallLeafItem,
  CallSealItem,
  SealStateItem,
  type CallBranch,
  type CallSeal,
} from '#shared/table/items/call-seal-items.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

/** The counts of the segments and summary nodes that begin below an id, oldest first. */
export function readSeals(table: Table, userId: number, kind: TallyKind, below: number): Promise<CallSeal[]> {
  const where = expr`sk < ${sortableId(below)}`;
  return query(table, { partition: keys.callSeal.partition(userId, kind), where }, CallSealItem);
}

export function readLeaf(table: Table, userId: number, from: number): Promise<CallLeaf | undefined> {
  return read(table, keys.callLeaf.key(userId, from), CallLeafItem);
}

export function readBranch(
  table: Table,
  userId: number,
  kind: TallyKind,
  from: number,
): Promise<CallBranch | undefined> {
  return read(table, keys.callBranch(userId, kind, from), CallBranchItem);
}

/** Segments are written only if this is still the version, so that no two writers start from different states. */
export async function readSealVersion(table: Table, userId: number): Promise<number> {
  return (await read(table, keys.callSealState(userId), SealStateItem))?.version ?? 0;
}
