import * as v from 'valibot';
import { firstRecordIdAt, recordIdTime } from '#shared/platform/ids.ts';
import { absent, attribute, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import {
  findPage,
  sumOf,
  type IdChange,
  type IndexPart,
  type LabelledIds,
  type PageIndex,
} from '#shared/platform/table/page-index.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import { transact, update, type Write } from '#shared/platform/table/write.ts';

export interface GroupSizes {
  group: number;
  /** One new id in this number looks at the size of its group. */
  lookEvery: number;
  now: () => number;
}

export const groupSizes: GroupSizes = { group: 1024, lookEvery: 32, now: Date.now };

const BUCKETS = 16;
const COUNTERS = 4;
/** No id has been drawn so far ahead. What is known of groups is half as old at most: every id finds its group. */
const AHEAD_MS = 60_000;
const KNOWN_FOR_MS = 30_000;
const MOST_KNOWN = 1000;

const GroupsItem = v.object({ starts: v.array(v.number()) });

/** For ids that change their label. Buckets and counters are chosen by hash: changes at once are rarely in one item. */
export function createGroupIndex<Label extends string>(
  table: Table,
  labels: readonly Label[],
  sizes: GroupSizes,
): PageIndex<Label> {
  const starts = knownStarts(table, sizes);
  const move: Move<Label> = async (changes, writes) => {
    const ofIndex = changes.map(async (change) => moveId(change, startOf(await starts.known(change), change.id)));
    return transact(table, [...writes, ...(await Promise.all(ofIndex)).flat()]);
  };
  return {
    async transact(changes, writes) {
      const failed = await move(changes, writes);
      const refused = failed.filter((position) => position < writes.length);
      if (refused.length > 0) return refused;
      if (failed.length > 0) return enterMissing(changes, writes, { failed, move });
      for (const change of changes)
        if (change.was === undefined && change.id % sizes.lookEvery === 0) await grow(change);
      return [];
    },

    find: ({ partition }, wanted) => {
      const idsOf = async ({ from }: IndexPart) => [from, await readIds(table, labels, partition, from)] as const;
      return findPage(
        {
          readParts: () => readGroups(table, labels, partition),
          readIds: async (parts) => new Map(await Promise.all(parts.map(idsOf))),
        },
        wanted,
      );
    },
  };

  async function grow(change: IdChange<Label>): Promise<void> {
    const { id, list } = change;
    const before = await starts.read(change);
    const from = startOf(before, id);
    if (from !== (before.at(-1) ?? 0)) return;
    const [newest] = await readGroups(table, labels, list.partition, from);
    if (sumOf(newest?.counts ?? {}) < sizes.group) return;
    const next = firstRecordIdAt(Math.max(sizes.now(), recordIdTime(id)) + AHEAD_MS);
    const isFirst = before.length === 0;
    await update(table, keys.groupIndex.groups(list.partition), {
      set: { starts: isFirst ? [next] : expr`list_append(starts, ${[next]})` },
      condition: isFirst ? absent : expr`size(starts) = ${before.length}`,
    });
  }
}

type Move<Label extends string> = (
  changes: ReadonlyArray<IdChange<Label>>,
  writes: readonly Write[],
) => Promise<number[]>;

/** What 0.1.0 has stored is in no list until it changes. */
async function enterMissing<Label extends string>(
  changes: ReadonlyArray<IdChange<Label>>,
  writes: readonly Write[],
  { failed, move }: { failed: readonly number[]; move: Move<Label> },
): Promise<number[]> {
  const missing = new Set(failed.map((position) => Math.floor((position - writes.length) / WRITES_OF_CHANGE)));
  if (changes.some(({ isOlder }, at) => isOlder === true && missing.has(at))) return [writes.length];
  const entering = changes.map((change, at) => (missing.has(at) ? { ...change, was: undefined } : change));
  return (await move(entering, writes)).length === 0 ? [] : [0];
}

function knownStarts(table: Table, { now }: GroupSizes) {
  const kept = new Map<string, { starts: number[]; readAt: number }>();
  const readStarts = async ({ list: { partition } }: IdChange<string>) => {
    const starts = (await read(table, keys.groupIndex.groups(partition), GroupsItem))?.starts ?? [];
    if (kept.size >= MOST_KNOWN) kept.clear();
    kept.set(partition, { starts, readAt: now() });
    return starts;
  };
  return {
    read: readStarts,
    known(change: IdChange<string>) {
      const last = kept.get(change.list.partition);
      return last && now() - last.readAt < KNOWN_FOR_MS ? last.starts : readStarts(change);
    },
  };
}

const startOf = (starts: readonly number[], id: number) => starts.findLast((start) => start <= id) ?? 0;

const WRITES_OF_CHANGE = 2;

function moveId({ list: { partition }, id, was, is, isOlder = false }: IdChange<string>, from: number): Write[] {
  if (was === undefined && is === undefined) return [];
  const ids = new Set([id]);
  const isMissing = isOlder && is !== undefined ? expr`NOT contains(${attribute(is)}, ${id})` : undefined;
  // Groups begin after the index: an id that is older than it belongs to the first one.
  const isListed = was !== undefined && from === 0 ? expr`contains(${attribute(was)}, ${id})` : undefined;
  return [
    {
      update: keys.groupIndex.bucket(partition, from, id % BUCKETS),
      add: { ...(is && { [is]: ids }) },
      drop: { ...(was && { [was]: ids }) },
      condition: isListed ?? isMissing,
    },
    {
      update: keys.groupIndex.counter(partition, from, Math.floor(id / BUCKETS) % COUNTERS),
      add: { ...(is && { [is]: 1 }), ...(was && { [was]: -1 }) },
    },
  ];
}

/** A counter, or the item with the starts of groups. */
const CountsItem = v.looseObject({ sk: v.string() });

/** The groups of a list, oldest first. @param only the group with this first id */
async function readGroups(table: Table, labels: readonly string[], list: string, only?: number): Promise<IndexPart[]> {
  const partition = keys.groupIndex.counters(list);
  const where = only === undefined ? undefined : expr`begins_with(sk, ${sortableId(only)})`;
  const items = await query(table, { partition, ...(where && { where }) }, CountsItem);
  const groups = new Map<number, Record<string, number>>();
  for (const item of items) {
    const from = Number.parseInt(item.sk, 10);
    if (Number.isNaN(from)) continue;
    const counts = groups.get(from) ?? {};
    for (const label of labels) counts[label] = (counts[label] ?? 0) + Number(item[label] ?? 0);
    groups.set(from, counts);
  }
  return [...groups].map(([from, counts]) => ({ from, counts }));
}

async function readIds(table: Table, labels: readonly string[], partition: string, from: number): Promise<LabelledIds> {
  const where = expr`begins_with(sk, ${sortableId(from)})`;
  const buckets = await query(table, { partition, where }, v.looseObject({}));
  return buckets.flatMap((bucket) =>
    labels.flatMap((label) => {
      const ids = bucket[label];
      return v.is(v.set(v.number()), ids) ? [...ids].map((id) => ({ id, label })) : [];
    }),
  );
}
