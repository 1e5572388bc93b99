import type { CallKey } from '#shared/calls/call.ts';
import { countsKinds } from '#shared/calls/listing/call-counts.ts';
import { readSeals, readSegmentVersion, readSummaryNode } from '#shared/calls/listing/read-segments.ts';
import type { ItemKey } from '#shared/platform/table/definition.ts';
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';

/**
 * The writes that a transaction needs to add or remove a call below the watermark: they remove every segment and summary
 * node that contains its id. The first write takes the next version. It fails if segments changed in between: then call
 * this function again.
 */
export async function invalidateSegments(table: Table, { userId, callId }: CallKey): Promise<Write[]> {
  const version = await readSegmentVersion(table, userId);
  const containing = (await readSeals(table, userId, 'totals', callId + 1)).filter(({ to }) => to > callId);
  const stale = await Promise.all(
    containing.map(async ({ level, from }): Promise<ItemKey[]> => {
      const counts = countsKinds.map((kind) => keys.callSegmentCounts.key(userId, kind, from, level));
      if (level === 'leaf') return [...counts, keys.callSegment.key(userId, from)];
      const starts = (await readSummaryNode(table, userId, 'totals', from))?.starts ?? [];
      const start = starts.findLast((start) => start <= callId);
      const nodes = countsKinds.map((kind) => keys.callSummaryNode(userId, kind, from));
      return [...counts, ...nodes, ...(start === undefined ? [] : [keys.callSegment.key(userId, start)])];
    }),
  );
  const unique = new Map(stale.flat().map((key) => [`${key.pk} ${key.sk}`, key]));
  return [nextVersion(userId, version), ...[...unique.values()].map((key) => ({ remove: key }))];
}

/** Takes the next version of a user's segments. The transaction fails if another one has taken it. */
export function nextVersion(userId: number, seen: number): Write {
  const condition = seen === 0 ? absent : { version: seen };
  return { update: keys.callSegmentVersion(userId), set: { version: seen + 1 }, condition };
}
