import * as v from 'valibot';
import { outcomeOf } from '#shared/calls/call-end.ts';
import type { CallOutcome } from '#shared/calls/call-reasons.ts';
import { bucketCount, bucketName, groupKinds } from '#shared/calls/listing/call-groups.ts';
import { dropContent, nextVersion, putSummary } from '#shared/calls/listing/change-summaries.ts';
import { readSomeHeads } from '#shared/calls/listing/read-rows.ts';
import { readContent } from '#shared/calls/listing/read-summaries.ts';
import { contentName, contentOf, isUsed, type SummaryContent } from '#shared/calls/listing/summary-content.ts';
import { ContentStateItem, toContentStateItem, type ContentState } from '#shared/calls/listing/summary-items.ts';
import {
  knowsOutcomes,
  LAYOUT,
  levelOf,
  rowsOf,
  summariesToMerge,
  type IdRange,
  type ListSizes,
  type Summary,
  type SummaryRow,
} from '#shared/calls/listing/summary.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, putAll, removeAll, transact, update, type Write } from '#shared/platform/table/write.ts';

export interface ClosingStep {
  table: Table;
  userId: number;
  /** Epoch milliseconds. */
  now: number;
  /** No newer call is put into a summary. */
  watermark: number;
  sizes: ListSizes;
  version: number;
  summaries: readonly Summary[];
  /** By the name of the range: a merge that failed in this run holds up no other. */
  failures: Map<string, unknown>;
}

/** A content whose items were not all written within this time is begun again. */
const WRITING_MS = 3_600_000;
const ITEMS_BETWEEN_NOTES = 250;

export async function mergeOnce(step: ClosingStep): Promise<boolean> {
  const { summaries, sizes, failures } = step;
  return merge(
    step,
    summariesToMerge(summaries, sizes, (run) => failures.has(nameOf(run))),
  );
}

/** Writes the first summary again that an older release has written. False: no summary is, or summaries changed in between. */
export async function renewOnce(step: ClosingStep): Promise<boolean> {
  const older = step.summaries.find((summary) => !knowsOutcomes(summary) && !step.failures.has(nameOf([summary])));
  return merge(step, older && [older]);
}

async function merge(step: ClosingStep, members: readonly Summary[] | undefined): Promise<boolean> {
  const { userId, failures } = step;
  const [first, last] = [members?.[0], members?.at(-1)];
  if (!members || !first || !last) return false;
  try {
    const parts: SummaryRow[][] = [];
    for (const member of members) parts.push(await readRows(step, member));
    const rows = parts.flat();
    const open = members.flatMap((member) => member.open).toSorted((one, other) => one - other);
    const openRows = members.flatMap((member) => member.openRows);
    const merged = { from: first.from, to: last.to, rows, open, openRows };
    const replaced = members.flatMap((member): Write[] => [
      ...(member.from === first.from ? [] : [{ remove: keys.callSummary.key(userId, member.from) }]),
      ...dropContent(userId, member, step.now),
    ]);
    return await writeSummary(step, merged, replaced);
  } catch (error) {
    failures.set(nameOf(members), error);
    return true;
  }
}

/** All settled calls of a summary. Those of an older release have their outcomes only in their heads. */
async function readRows({ table, userId, sizes }: ClosingStep, member: Summary): Promise<SummaryRow[]> {
  const content = await readContent(table, userId, member, sizes);
  const rows = rowsOf(member, member.content === null ? undefined : content);
  if (knowsOutcomes(member)) return rows;
  const outcomes = await readOutcomes(table, userId, member);
  return rows.map((row) => ({ ...row, outcome: outcomes.get(row.id) ?? null }));
}

/** Some 45 read units at once: the partition has 3,000 for a second, and its user's lists need them. */
const HEADS_AT_ONCE = 250;

async function readOutcomes(table: Table, userId: number, { from, to }: IdRange) {
  const outcomes = new Map<number, CallOutcome | null>();
  for (let start = from; start < to;) {
    const part = { range: { from: start, to }, limit: HEADS_AT_ONCE, order: 'oldest first' } as const;
    const { heads, reached } = await readSomeHeads(table, userId, part);
    for (const head of heads) outcomes.set(head.id, outcomeOf(head));
    start = reached;
  }
  return outcomes;
}

const nameOf = (members: readonly Summary[]) => `${members[0]?.from}-${members.at(-1)?.to}`;

/** Takes the next version. A stopped run is continued by the next one. False: summaries changed in between. */
export async function writeSummary(
  step: ClosingStep,
  { from, to, rows, open, openRows }: IdRange & Pick<Summary, 'rows' | 'open' | 'openRows'>,
  others: readonly Write[],
): Promise<boolean> {
  const { table, userId, version, sizes } = step;
  const level = levelOf(rows.length + open.length, sizes);
  const plain = { from, to, level, layout: LAYOUT, size: rows.length, open, openRows, added: [], removed: [] };
  if (level < sizes.inlineLevels || rows.length === 0) {
    const summary = { ...plain, content: null, rows, buckets: {} };
    const writes = [putSummary(userId, summary, version), ...others];
    return (await transact(table, [nextVersion(userId, version, writes), ...writes])).length === 0;
  }
  const content = contentOf(userId, contentName(from, rows), rows, { level, sizes });
  if (!(await writeContent(step, content, level))) return false;
  const summary = { ...plain, content: content.name, rows: [], buckets: content.buckets };
  const state = keys.callSummaryState.key(userId, content.name);
  const isOurs = { remove: state, condition: { isRemoving: false } };
  // A content that is written again is the one that it replaces, if the changes beside it had no effect.
  const kept = others.filter((write) => !('put' in write && write.put.sk === state.sk && write.put.pk === state.pk));
  const writes = [putSummary(userId, summary, version), isOurs, ...kept];
  return (await transact(table, [nextVersion(userId, version, writes), ...writes])).length === 0;
}

/** False: the content is just being removed. */
async function writeContent(
  { table, userId, now }: ClosingStep,
  { name, items, buckets }: SummaryContent,
  level: number,
): Promise<boolean> {
  const key = keys.callSummaryState.key(userId, name);
  const known = await read(table, key, ContentStateItem);
  const state = { content: name, level, buckets, removeAt: now + WRITING_MS, isRemoving: false };
  const isFree = expr`attribute_not_exists(pk) OR isRemoving = ${false}`;
  for (let written = known?.written ?? 0; written < items.length; written += ITEMS_BETWEEN_NOTES) {
    if (!(await put(table, { ...key, ...toContentStateItem({ ...state, written }) }, isFree))) return false;
    await putAll(table, items.slice(written, written + ITEMS_BETWEEN_NOTES));
  }
  return put(table, { ...key, ...toContentStateItem({ ...state, written: items.length }) }, isFree);
}

const CONTENTS_AT_ONCE = 8;

export async function removeUnused({ table, userId, now, summaries, sizes }: ClosingStep): Promise<boolean> {
  const partition = keys.callSummaryState.partition(userId);
  const states = await query(table, { partition }, ContentStateItem);
  const due = states.filter(({ removeAt }) => removeAt <= now).slice(0, CONTENTS_AT_ONCE);
  const used = new Set(summaries.map(({ content }) => content));
  for (const state of due) {
    const key = keys.callSummaryState.key(userId, state.content);
    const isTaken = await update(table, key, {
      set: { isRemoving: true },
      condition: expr`attribute_exists(pk) AND removeAt <= ${now}`,
    });
    if (isTaken && !used.has(state.content)) await removeContent(table, userId, state, sizes);
    if (isTaken) await removeAll(table, [key]);
  }
  return due.length > 0;
}

const SortKey = v.object({ sk: v.string() });

async function removeContent(
  table: Table,
  userId: number,
  { content, level, buckets }: ContentState,
  sizes: ListSizes,
) {
  const used = groupKinds.flatMap((kind) => {
    const count = bucketCount(kind, level, sizes);
    const numbers = Array.from({ length: count }, (_, bucket) => bucket).filter((bucket) =>
      isUsed(buckets, kind, bucket),
    );
    return numbers.map((bucket) => keys.callSummaryGroups.key(userId, bucketName(kind, count, bucket), content));
  });
  const parts = await query(table, { partition: keys.callSummaryContent.partition(userId, content) }, SortKey);
  await removeAll(table, [...used, ...parts.map(({ sk }) => keys.callSummaryContent.key(userId, content, sk))]);
}
