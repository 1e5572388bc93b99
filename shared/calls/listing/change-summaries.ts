import * as v from 'valibot';
import type { Call } from '#shared/calls/call.ts';
import {
  SummaryItem,
  SummaryVersionItem,
  type SummaryVersion,
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
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { ContentionError, query, read, type Table } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';

/** Lists that are being read may need a content for some seconds after it was replaced. */
const UNUSED_MS = 10 * 60_000;

/** Summaries are written only under the version that was read before: of two concurrent writers one fails. */
export async function readSummaryVersion(table: Table, userId: number): Promise<SummaryVersion> {
  return (await read(table, keys.callSummaryVersion(userId), SummaryVersionItem)) ?? { version: 0 };
}

export function readSummaries(table: Table, userId: number): Promise<Summary[]> {
  return query(table, { partition: keys.callSummary.partition(userId) }, SummaryItem);
}

export function areOfVersion(summaries: readonly Summary[], { version, last }: SummaryVersion): boolean {
  if (last?.version !== version) return true;
  const versions = new Map(summaries.map((summary) => [summary.from, summary.version]));
  return last.put.every((from) => versions.get(from) === version) && !last.removed.some((from) => versions.has(from));
}

/**
 * Undefined: the last transaction is not all visible. While it commits, some of its items may be read as before.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-isolation
 */
export async function readVersionedSummaries(
  table: Table,
  userId: number,
): Promise<{ version: number; summaries: Summary[] } | undefined> {
  const seen = await readSummaryVersion(table, userId);
  const call = seen.last?.version === seen.version ? seen.last.call : undefined;
  const [summaries, head] = await Promise.all([
    readSummaries(table, userId),
    call && read(table, keys.call.key(userId, call.id), v.object({})),
  ]);
  if (call && (call.kind === 'created') !== (head !== undefined)) return undefined;
  return areOfVersion(summaries, seen) ? { version: seen.version, summaries } : undefined;
}

/** Fails if the version is taken. `writes`: the others of the transaction that concern summaries. */
export function nextVersion(userId: number, seen: number, writes: readonly Write[], change?: LateChange): Write {
  const partition = keys.callSummary.partition(userId);
  const put = writes.flatMap((write) => ('put' in write && write.put.pk === partition ? [Number(write.put.sk)] : []));
  const removed = writes.flatMap((write) =>
    'put' in write || 'update' in write || write.remove.pk !== partition ? [] : [Number(write.remove.sk)],
  );
  const call = change && { id: change.call.id, kind: change.kind };
  const version = seen + 1;
  const last = { version, put, removed, ...(call && { call }) };
  const condition = seen === 0 ? absent : { version: seen };
  return { update: keys.callSummaryVersion(userId), set: { version, last }, condition };
}

export function putSummary(userId: number, summary: Summary, seen: number): Write {
  const item = { ...toSummaryItem(summary), version: seen + 1 };
  return { put: { ...keys.callSummary.key(userId, summary.from), ...item } };
}

export function dropContent(userId: number, { content, level, buckets }: Summary, now: number): Write[] {
  if (content === null) return [];
  const state = { content, level, buckets, removeAt: now + UNUSED_MS, written: 0, isRemoving: false };
  return [{ put: { ...keys.callSummaryState.key(userId, content), ...toContentStateItem(state) } }];
}
interface LateChange {
  kind: 'created' | 'removed';
  call: Call;
}

/**
 * Adds or removes a call below the watermark. If the first write fails, summaries have changed: call this again.
 * @throws ContentionError while the last change is not all visible
 */
export async function changeSummary(
  table: Table,
  change: LateChange,
  { mostChanges }: Pick<ListSizes, 'mostChanges'>,
  now: number,
): Promise<Write[]> {
  const { userId, id } = change.call;
  const known = await readVersionedSummaries(table, userId);
  if (!known) throw new ContentionError('the last change of the summaries is not visible yet');
  const { version, summaries } = known;
  const take = (writes: Write[]) => [nextVersion(userId, version, writes, change), ...writes];
  const summary = summaries.find(({ from, to }) => from <= id && id < to);
  if (!summary) return take([]);
  const row = toSummaryRow(change.call);
  const changed = change.kind === 'created' ? withLateCall(summary, row) : withoutCall(summary, row);
  const changes = changed.added.length + changed.removed.length;
  if (changes <= mostChanges) return take([putSummary(userId, changed, version)]);
  // Lists read the heads of this range until the next run that closes segments.
  return take([{ remove: keys.callSummary.key(userId, summary.from) }, ...dropContent(userId, summary, now)]);
}
