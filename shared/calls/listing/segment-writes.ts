import {
  finalCells,
  openIds,
  addTallies,
  tallyCells,
  tallyKinds,
  coverRange,
  type CallLeaf,
  type TallyKind,
  type ListSizes,
} from '#shared/calls/listing/call-counts.ts';
import { nextVersion } from '#shared/calls/listing/invalidate-segments.ts';
import { readSeals } from '#shared/calls/listing/read-segments.ts';
import {
  toSummaryNodeItem,
  toSegmentItem,
  toCallSealItem,
  type CallSeal,
} from '#shared/calls/listing/segment-items.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { removeAll, transact, type NewItem } from '#shared/platform/table/write.ts';

/** A segment as it is stored: its calls, and its counts of both kinds. */
export function leafItems(userId: number, segment: CallLeaf): NewItem[] {
  const { from, to } = segment;
  const seal = { level: 'leaf' as const, from, to, size: segment.rows.length, open: openIds(segment) };
  return [
    { ...keys.callSegment.key(userId, from), ...toSegmentItem(segment) },
    ...tallyKinds.map((kind) => ({
      ...keys.callSegmentCounts.key(userId, kind, from, 'leaf'),
      ...toCallSealItem({ ...seal, tally: tallyCells(finalCells(segment), kind) }),
    })),
  ];
}

/** A summary node of one kind of counts: one item with the sums, one with its segments. */
export function branchItems(userId: number, kind: TallyKind, segments: readonly CallSeal[]): NewItem[] {
  const from = segments[0]?.from ?? 0;
  const to = segments.at(-1)?.to ?? 0;
  const tallies = segments.map(({ tally }) => tally);
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  const seal = { level: 'branch' as const, from, to, size, open: [], tally: addTallies(tallies) };
  return [
    { ...keys.callSegmentCounts.key(userId, kind, from, 'branch'), ...toCallSealItem(seal) },
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
  { seals, version, sizes }: { seals: readonly CallSeal[]; version: number; sizes: ListSizes },
): Promise<boolean | undefined> {
  const covered = coveredSegments(seals);
  if (covered.length > 0) {
    await removeCounts(table, userId, covered);
    return true;
  }
  const segments = fullSegments(seals, sizes);
  if (!segments) return undefined;
  const counts = await Promise.all(tallyKinds.map((kind) => countsOf(table, userId, kind, segments)));
  if (counts.some((ofKind) => ofKind.length < sizes.branch)) return false;
  const items = tallyKinds.flatMap((kind, index) => branchItems(userId, kind, counts[index] ?? []));
  const puts = items.map((item) => ({ put: item }));
  return (await transact(table, [nextVersion(userId, version), ...puts])).length === 0;
}

function coveredSegments(seals: readonly CallSeal[]): CallSeal[] {
  const nodes = seals.filter(({ level }) => level === 'branch');
  return seals.filter(
    (seal) => seal.level === 'leaf' && nodes.some((node) => node.from <= seal.from && seal.to <= node.to),
  );
}

function fullSegments(seals: readonly CallSeal[], sizes: ListSizes): CallSeal[] | undefined {
  const end = seals.reduce((last, { to }) => Math.max(last, to), 0);
  let side: CallSeal[] = [];
  for (const { seal } of coverRange(seals, { from: 0, to: end })) {
    const isFull = seal?.level === 'leaf' && seal.size >= sizes.leaf && seal.open.length === 0;
    side = isFull ? [...side, seal] : [];
    if (side.length === sizes.branch) return side;
  }
  return undefined;
}

async function countsOf(table: Table, userId: number, kind: TallyKind, segments: readonly CallSeal[]) {
  const starts = new Set(segments.map(({ from }) => from));
  const seals = await readSeals(table, userId, kind, segments.at(-1)?.to ?? 0);
  return seals.filter(({ level, from, open }) => level === 'leaf' && starts.has(from) && open.length === 0);
}

/** The totals go last: while they are stored, the next step removes what a crash has left of the others. */
async function removeCounts(table: Table, userId: number, segments: readonly CallSeal[]): Promise<void> {
  const kinds = tallyKinds.toReversed();
  await removeAll(
    table,
    kinds.flatMap((kind) => segments.map(({ from }) => keys.callSegmentCounts.key(userId, kind, from, 'leaf'))),
  );
}
