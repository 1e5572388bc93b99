import type { Call } from '#shared/calls/call.ts';
import {
  SummaryItem,
  SummaryVersionItem,
  toContentStateItem,
  toSummaryItem,
} from '#shared/calls/listing/summary-items.ts';
import {
  toSummaryRow,
  withLateCall,
  withoutCall,
  type ListSizes,
  type Summary,
} from '#shared/calls/listing/summary.ts';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';

/** Lists that are being read may need a content for some seconds after it was replaced. */
const UNUSED_MS = 10 * 60_000;

/** Summaries are written only under the version that was read before. Of two concurrent writers one fails. */
export async function readSummaryVersion(table: Table, userId: number): Promise<number> {
  return (await read(table, keys.callSummaryVersion(userId), SummaryVersionItem))?.version ?? 0;
}

/** Takes the next version of a user's summaries. The transaction fails if another one has taken it. */
export function nextVersion(userId: number, seen: number): Write {
  const condition = seen === 0 ? absent : { version: seen };
  return { update: keys.callSummaryVersion(userId), set: { version: seen + 1 }, condition };
}

export function putSummary(userId: number, summary: Summary): Write {
  return { put: { ...keys.callSummary.key(userId, summary.from), ...toSummaryItem(summary) } };
}

/** Notes that no summary uses a content any more. Lists that are being read may still need its items for a while. */
export function dropContent(userId: number, { content, level, buckets }: Summary, now: number): Write[] {
  if (content === null) return [];
  const state = { content, level, buckets, removeAt: now + UNUSED_MS, written: 0, isRemoving: false };
  return [{ put: { ...keys.callSummaryState.key(userId, content), ...toContentStateItem(state) } }];
}
/** A call that is created below the watermark, or a settled call that is deleted. */
export interface LateChange {
  kind: 'created' | 'removed';
  call: Call;
}

/**
 * The writes that a transaction needs to add or remove a call below the watermark: the summary that contains its id is
 * changed. The first write takes the next version. It fails if summaries changed in between: then call this function again.
 * @param now epoch milliseconds
 */
export async function changeSummary(
  table: Table,
  change: LateChange,
  { mostChanges }: Pick<ListSizes, 'mostChanges'>,
  now: number,
): Promise<Write[]> {
  const { userId, id } = change.call;
  const version = await readSummaryVersion(table, userId);
  const summary = await readSummaryOf(table, userId, id);
  if (!summary) return [nextVersion(userId, version)];
  const row = toSummaryRow(change.call);
  const changed = change.kind === 'created' ? withLateCall(summary, row) : withoutCall(summary, row);
  const changes = changed.added.length + changed.removed.length;
  if (changes <= mostChanges) return [nextVersion(userId, version), putSummary(userId, changed)];
  // Lists read the heads of this range until the next run that closes segments.
  return [
    nextVersion(userId, version),
    { remove: keys.callSummary.key(userId, summary.from) },
    ...dropContent(userId, summary, now),
  ];
}

/** The summary that contains an id: the last one that starts at or below it. */
async function readSummaryOf(table: Table, userId: number, id: number): Promise<Summary | undefined> {
  const where = expr`sk <= ${sortableId(id)}`;
  const wanted = { partition: keys.callSummary.partition(userId), where, newestFirst: true, limit: 1 };
  const [summary] = await query(table, wanted, SummaryItem);
  return summary && id < summary.to ? summary : undefined;
}
