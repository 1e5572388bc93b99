import {
  addCounts,
  countCells,
  countsKinds,
  coverRange,
  finalCells,
  openCallIds,
  type CountsKind,
  type ListSizes,
  type SegmentRows,
} from '#shared/calls/listing/call-counts.ts';
import { nextVersion, readSeals } from '#shared/calls/listing/read-segments.ts';
import {
  toCallSegmentItem,
  toSegmentItem,
  toSummaryNodeItem,
  type CallSegment,
} from '#shared/calls/listing/segment-items.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { removeAll, transact, type NewItem } from '#shared/platform/table/write.ts';

/**
 * One step: removes the counts of segments that a summary node contains, or else creates a node from the first adjacent
 * full segments without open calls. Undefined: neither is possible. False: the segments changed in between.
 */
export async function growSummary(
  table: Table,
  userId: number,
  { segments, version, sizes }: { segments: readonly CallSegment[]; version: number; sizes: ListSizes },
): Promise<boolean | undefined> {
  const covered = coveredSegments(segments);
  if (covered.length > 0) {
    await removeCounts(table, userId, covered);
    return true;
  }
  const members = fullSegments(segments, sizes);
  if (!members) return undefined;
  const counts = await Promise.all(countsKinds.map((kind) => readMembers(table, userId, kind, members)));
  if (counts.some((ofKind) => ofKind.length < sizes.summaryNode)) return false;
  const items = countsKinds.flatMap((kind, index) => branchItems(userId, kind, counts[index] ?? []));
  const puts = items.map((item) => ({ put: item }));
  return (await transact(table, [nextVersion(userId, version), ...puts])).length === 0;
}

function coveredSegments(segments: readonly CallSegment[]): CallSegment[] {
  const nodes = segments.filter(({ level }) => level === 'branch');
  return segments.filter(
    ({ level, from, to }) => level === 'leaf' && nodes.some((node) => node.from <= from && to <= node.to),
  );
}

/** Removes the totals last: while they exist, the next step removes what a crash has left of the cells. */
async function removeCounts(table: Table, userId: number, segments: readonly CallSegment[]): Promise<void> {
  const kinds = countsKinds.toReversed();
  await removeAll(
    table,
    kinds.flatMap((kind) => segments.map(({ from }) => keys.callSegmentCounts.key(userId, kind, from, 'leaf'))),
  );
}

/** The first adjacent full segments without open calls, enough for one summary node. */
function fullSegments(segments: readonly CallSegment[], sizes: ListSizes): CallSegment[] | undefined {
  const end = segments.reduce((last, { to }) => Math.max(last, to), 0);
  let adjacent: CallSegment[] = [];
  for (const { segment } of coverRange(segments, { from: 0, to: end })) {
    const isFull = segment?.level === 'leaf' && segment.size >= sizes.segment && segment.open.length === 0;
    adjacent = isFull ? [...adjacent, segment] : [];
    if (adjacent.length === sizes.summaryNode) return adjacent;
  }
  return undefined;
}

/** Reads the counts of these segments of one kind. Segments that changed in between are missing. */
async function readMembers(table: Table, userId: number, kind: CountsKind, segments: readonly CallSegment[]) {
  const starts = new Set(segments.map(({ from }) => from));
  const found = await readSeals(table, userId, kind, segments.at(-1)?.to ?? 0);
  return found.filter(({ level, from, open }) => level === 'leaf' && starts.has(from) && open.length === 0);
}

/** The items of a segment: one with its calls, then one for each kind of counts. */
export function leafItems(userId: number, segment: SegmentRows): NewItem[] {
  const { from, to } = segment;
  const fields = { level: 'leaf' as const, from, to, size: segment.rows.length, open: openCallIds(segment) };
  return [
    { ...keys.callSegment.key(userId, from), ...toSegmentItem(segment) },
    ...countsKinds.map((kind) => ({
      ...keys.callSegmentCounts.key(userId, kind, from, 'leaf'),
      ...toCallSegmentItem({ ...fields, counts: countCells(finalCells(segment), kind) }),
    })),
  ];
}

/** The items of a summary node for one kind of counts: one with the sums, one with the counts of each segment. */
export function branchItems(userId: number, kind: CountsKind, segments: readonly CallSegment[]): NewItem[] {
  const from = segments[0]?.from ?? 0;
  const to = segments.at(-1)?.to ?? 0;
  const counts = segments.map((segment) => segment.counts);
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  const node = { level: 'branch' as const, from, to, size, open: [], counts: addCounts(counts) };
  return [
    { ...keys.callSegmentCounts.key(userId, kind, from, 'branch'), ...toCallSegmentItem(node) },
    {
      ...keys.callSummaryNode(userId, kind, from),
      ...toSummaryNodeItem({ from, to, starts: segments.map((segment) => segment.from), counts }),
    },
  ];
}
