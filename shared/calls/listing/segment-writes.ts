import {
  finalCells,
  openCallIds,
  addCounts,
  countCells,
  countsKinds,
  coverRange,
  type SegmentRows,
  type CountsKind,
  type ListSizes,
} from '#shared/calls/listing/call-counts.ts';
import { nextVersion } from '#shared/calls/listing/invalidate-segments.ts';
import { readSeals } from '#shared/calls/listing/read-segments.ts';
import {
  toSummaryNodeItem,
  toSegmentItem,
  toCallSegmentItem,
  type CallSegment,
} from '#shared/calls/listing/segment-items.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { removeAll, transact, type NewItem } from '#shared/platform/table/write.ts';

/** A segment as it is stored: its calls, and its counts of both kinds. */
export function leafItems(userId: number, segment: SegmentRows): NewItem[] {
  const { from, to } = segment;
  const seal = { level: 'leaf' as const, from, to, size: segment.rows.length, open: openCallIds(segment) };
  return [
    { ...keys.callSegment.key(userId, from), ...toSegmentItem(segment) },
    ...countsKinds.map((kind) => ({
      ...keys.callSegmentCounts.key(userId, kind, from, 'leaf'),
      ...toCallSegmentItem({ ...seal, tally: countCells(finalCells(segment), kind) }),
    })),
  ];
}

/** A summary node of one kind of counts: one item with the sums, one with its segments. */
export function branchItems(userId: number, kind: CountsKind, segments: readonly CallSegment[]): NewItem[] {
  const from = segments[0]?.from ?? 0;
  const to = segments.at(-1)?.to ?? 0;
  const tallies = segments.map(({ tally }) => tally);
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  const seal = { level: 'branch' as const, from, to, size, open: [], tally: addCounts(tallies) };
  return [
    { ...keys.callSegmentCounts.key(userId, kind, from, 'branch'), ...toCallSegmentItem(seal) },
    {
      ...keys.callSummaryNode(userId, kind, from),
      ...toSummaryNodeItem({ from, to, starts: segments.map((segment) => segment.from), tallies }),
    },
  ];
}

/**
 * Makes a summary node of the first full segments that lie side by side with no open call, or removes the counts of
 * segments that a node has taken over. Undefined: there is nothing of the kind to do. False: the segments have changed.
 */
export async function growSummary(
  table: Table,
  userId: number,
  { seals, version, sizes }: { seals: readonly CallSegment[]; version: number; sizes: ListSizes },
): Promise<boolean | undefined> {
  const covered = coveredSegments(seals);
  if (covered.length > 0) {
    await removeCounts(table, userId, covered);
    return true;
  }
  const segments = fullSegments(seals, sizes);
  if (!segments) return undefined;
  const counts = await Promise.all(countsKinds.map((kind) => countsOf(table, userId, kind, segments)));
  if (counts.some((ofKind) => ofKind.length < sizes.summaryNode)) return false;
  const items = countsKinds.flatMap((kind, index) => branchItems(userId, kind, counts[index] ?? []));
  const puts = items.map((item) => ({ put: item }));
  return (await transact(table, [nextVersion(userId, version), ...puts])).length === 0;
}

function coveredSegments(seals: readonly CallSegment[]): CallSegment[] {
  const nodes = seals.filter(({ level }) => level === 'branch');
  return seals.filter(
    (seal) => seal.level === 'leaf' && nodes.some((node) => node.from <= seal.from && seal.to <= node.to),
  );
}

function fullSegments(seals: readonly CallSegment[], sizes: ListSizes): CallSegment[] | undefined {
  const end = seals.reduce((last, { to }) => Math.max(last, to), 0);
  let side: CallSegment[] = [];
  for (const { segment: seal } of coverRange(seals, { from: 0, to: end })) {
    const isFull = seal?.level === 'leaf' && seal.size >= sizes.segment && seal.open.length === 0;
    side = isFull ? [...side, seal] : [];
    if (side.length === sizes.summaryNode) return side;
  }
  return undefined;
}

async function countsOf(table: Table, userId: number, kind: CountsKind, segments: readonly CallSegment[]) {
  const starts = new Set(segments.map(({ from }) => from));
  const seals = await readSeals(table, userId, kind, segments.at(-1)?.to ?? 0);
  return seals.filter(({ level, from, open }) => level === 'leaf' && starts.has(from) && open.length === 0);
}

/** The totals go last: while they are stored, the next step removes what a crash has left of the others. */
async function removeCounts(table: Table, userId: number, segments: readonly CallSegment[]): Promise<void> {
  const kinds = countsKinds.toReversed();
  await removeAll(
    table,
    kinds.flatMap((kind) => segments.map(({ from }) => keys.callSegmentCounts.key(userId, kind, from, 'leaf'))),
  );
}
