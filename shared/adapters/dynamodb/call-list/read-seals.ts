import { expr } from '#shared/platform/table/expressions.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import type { CallLeaf } from '#shared/domain/call-list/call-leaf.ts';
import type { TallyKind } from '#shared/domain/call-list/call-tally.ts';
import {
  SummaryNodeItem,
  SegmentItem,
  CallSealItem,
  SegmentVersionItem,
  type SummaryNode,
  type CallSeal,
} from '#shared/table/items/call-seal-items.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

/** The counts of the segments and summary nodes that begin below an id, oldest first. */
export function readSeals(table: Table, userId: number, kind: TallyKind, below: number): Promise<CallSeal[]> {
  const where = expr`sk < ${sortableId(below)}`;
  return query(table, { partition: keys.callSegmentCounts.partition(userId, kind), where }, CallSealItem);
}

export function readSegment(table: Table, userId: number, from: number): Promise<CallLeaf | undefined> {
  return read(table, keys.callSegment.key(userId, from), SegmentItem);
}

export function readSummaryNode(
  table: Table,
  userId: number,
  kind: TallyKind,
  from: number,
): Promise<SummaryNode | undefined> {
  return read(table, keys.callSummaryNode(userId, kind, from), SummaryNodeItem);
}

/** Segments are written only if this is still the version, so that no two writers start from different states. */
export async function readSegmentVersion(table: Table, userId: number): Promise<number> {
  return (await read(table, keys.callSegmentVersion(userId), SegmentVersionItem))?.version ?? 0;
}
