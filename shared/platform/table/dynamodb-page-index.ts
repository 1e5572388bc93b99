import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import {
  updatePageIndex,
  pageIndexSizes,
  blockFor,
  blocksToRead,
  countIds,
  partsOfPage,
  type IndexBlock,
  type UpdatedPageIndex,
  type PageIndexSizes,
  type IdChange,
  type PageIndex,
} from '#shared/platform/table/page-index.ts';
import { type Table, batchRead, query, untilDecided } from '#shared/platform/table/table.ts';
import { transact, type Write } from '#shared/platform/table/write.ts';

/** Ascending numbers as deflated differences: about 5 bytes per id. */
const Ascending = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes) => inflateRawSync(bytes).toString()),
  v.parseJson(),
  v.array(v.number()),
  v.transform((steps) => {
    let value = 0;
    return steps.map((step) => (value += step));
  }),
);

function packAscending(values: readonly number[]) {
  const steps = values.map((value, index) => value - (values[index - 1] ?? 0));
  return new Uint8Array(deflateRawSync(JSON.stringify(steps)));
}

const Ids = v.pipe(
  v.set(v.number()),
  v.transform((ids) => [...ids].toSorted((one, other) => one - other)),
);

/** A shard of the newest ids, which are added and removed without a read. DynamoDB has no empty sets. */
const NewestIdsItem = v.object({
  sk: v.string(),
  from: v.number(),
  /** Incremented by every change, so that no change is lost when ids move to a block. */
  changes: v.number(),
  ids: v.optional(Ids, new Set<number>()),
});

/** The blocks of the index, by their first id. `version` grows with every change of a block. */
const IndexPagesItem = v.pipe(
  v.object({ to: v.number(), from: Ascending, sizes: v.array(v.number()), version: v.optional(v.number(), 0) }),
  v.transform(({ to, from, sizes, version }) => ({
    to,
    version,
    blocks: from.map((start, index): IndexBlock => ({ from: start, size: sizes[index] ?? 0 })),
  })),
);

function toIndexPagesItem({ newestFrom: to, blocks }: PageIndex, version: number): v.InferInput<typeof IndexPagesItem> {
  return { to, from: packAscending(blocks.map(({ from }) => from)), sizes: blocks.map(({ size }) => size), version };
}

/** The ids of one block, oldest first. */
const IndexPageItem = v.object({ ids: Ascending });

function toIndexPageItem(ids: readonly number[]): v.InferInput<typeof IndexPageItem> {
  return { ids: packAscending(ids) };
}

interface Shard {
  shard: number;
  changes: number;
  ids: readonly number[];
}

interface StoredIndex extends PageIndex {
  shards: readonly Shard[];
  version: number;
}

/** The list is older than the page index and has not changed since. */
export const NO_INDEX = 'no index';

const IndexHead = v.union([NewestIdsItem, IndexPagesItem]);

function readIndex(table: Table, partition: string): Promise<StoredIndex | typeof NO_INDEX> {
  return untilDecided(async () => {
    const where = expr`begins_with(sk, ${keys.pageIndex.head})`;
    const heads = await query(table, { partition, where }, IndexHead);
    const newest = heads.filter((head) => 'changes' in head);
    if (newest.length === 0) return NO_INDEX;
    const { blocks, to, version } = heads.find((head) => 'blocks' in head) ?? { blocks: [], to: 0, version: 0 };
    // Otherwise ids moved to a block between two of the reads.
    if (newest.some(({ from }) => from !== to)) return undefined;
    const shards = newest.map(({ sk, changes, ids }) => ({
      shard: Number(sk.slice(FIRST_SHARD.length)),
      changes,
      ids,
    }));
    const ids = shards.flatMap((shard) => shard.ids).toSorted((one, other) => one - other);
    return { blocks, newestFrom: to, newest: ids, shards, version };
  });
}

/** Returns the ids of one page, newest first, and the total. */
export function listIds(
  table: Table,
  partition: string,
  page: { start: number; end: number },
): Promise<{ ids: number[]; total: number } | typeof NO_INDEX> {
  return untilDecided(async () => {
    const index = await readIndex(table, partition);
    if (index === NO_INDEX) return NO_INDEX;
    const parts = partsOfPage(index, page);
    const wanted = parts.flatMap(({ block }) => block ?? []);
    const stored = await readPages(table, partition, wanted);
    const pieces = parts.map(({ block, start, end }) => {
      const ids = block ? stored.get(block.from) : index.newest;
      // Ids were added or removed after the index was read.
      if (!ids || (block && ids.length !== block.size)) return undefined;
      return ids.toReversed().slice(start, end);
    });
    const found = pieces.filter((piece) => piece !== undefined);
    return found.length === pieces.length ? { ids: found.flat(), total: countIds(index) } : undefined;
  });
}

/** Returns the ids of blocks, each oldest first, by the first id of the block. */
async function readPages(
  table: Table,
  partition: string,
  pages: ReadonlyArray<{ from: number }>,
): Promise<Map<number, number[]>> {
  const key = (from: number) => keys.pageIndex.page(partition, from);
  const found = await batchRead(
    table,
    pages.map(({ from }) => key(from)),
  );
  const entries = pages.flatMap(({ from }) => {
    const page = found.get(key(from), IndexPageItem);
    return page ? [[from, page.ids] as const] : [];
  });
  return new Map(entries);
}

export interface IndexChange extends IdChange {
  partition: string;
  /** Reads all stored ids, for a list that is older than the page index. */
  allIds: () => Promise<number[]>;
}

/**
 * Makes the writes together with a change of the page index. Returns the positions of the writes whose condition failed.
 * Most changes concern the newest ids and need no read. The others read the index and retry. They depend on the part that they change
 * and no other: on all of the index, they would wait for as long as others add ids.
 */
export async function transactWithIndex(
  table: Table,
  change: IndexChange,
  writes: readonly Write[],
  sizes: PageIndexSizes,
): Promise<number[]> {
  const attempt = async (ofIndex: Write[]) => {
    const failed = await transact(table, [...writes, ...ofIndex]);
    const own = failed.filter((position) => position < writes.length);
    return failed.length === 0 || own.length > 0 ? own : undefined;
  };
  const first = await attempt([changeNewest(change, shardOf(change.id, sizes), sizes)]);
  return first ?? untilDecided(async () => attempt(await changeAnywhere(table, change, sizes)));
}

const FIRST_SHARD = keys.pageIndex.newest('').sk;
const newestKey = (partition: string, shard: number) => keys.pageIndex.newest(partition, shard === 0 ? '' : `${shard}`);

/** The last digits of an id are random. One that found its shard full is in another. */
const shardOf = (id: number, { shards = 1 }: PageIndexSizes) => id % shards;

function changeNewest({ partition, id, kind }: IndexChange, shard: number, sizes: PageIndexSizes): Write {
  const key = newestKey(partition, shard);
  const ids = new Set([id]);
  if (kind === 'leave') {
    return { update: key, add: { changes: 1 }, drop: { ids }, condition: expr`from <= ${id} AND contains(ids, ${id})` };
  }
  const hasRoom = expr`attribute_not_exists(ids) OR size(ids) < ${sizes.newest}`;
  return { update: key, add: { changes: 1, ids }, condition: expr`from <= ${id} AND (${hasRoom})` };
}

async function changeAnywhere(table: Table, change: IndexChange, sizes: PageIndexSizes): Promise<Write[]> {
  const { partition, allIds } = change;
  const stored = await readIndex(table, partition);
  const seen = stored === NO_INDEX ? undefined : stored;
  const block = seen && blockFor(seen, change.id);
  const shard = seen && !block ? fittingShard(seen, change, sizes) : undefined;
  if (shard !== undefined) return [changeNewest(change, shard, sizes)];
  const before = seen ?? { blocks: [], newestFrom: 0, newest: await allIds() };
  const pages = await readPages(table, partition, blocksToRead(before, change));
  const { shards = 1, newest } = sizes;
  const after = updatePageIndex(before, pages, change, { ...sizes, newest: newest * shards });
  return block ? blockWrites(partition, seen.version, after) : indexWrites(partition, { seen, after }, sizes);
}

/** The shard that has the id; for a new one its own, or the emptiest if that is full. Undefined: all of them are to be written. */
function fittingShard({ shards }: StoredIndex, { id, kind }: IdChange, sizes: PageIndexSizes): number | undefined {
  if (kind === 'leave') return shards.find(({ ids }) => ids.includes(id))?.shard;
  if (shards.length < (sizes.shards ?? 1)) return undefined;
  const own = shardOf(id, sizes);
  const order = (one: Shard) => (one.shard === own && one.ids.length < sizes.newest ? -1 : one.ids.length);
  const [best] = shards.toSorted((one, other) => order(one) - order(other));
  return best && best.ids.length < sizes.newest ? best.shard : undefined;
}

/** The writes of a changed block, under the condition that no other request changed a block. The newest ids may change. */
function blockWrites(partition: string, version: number, after: UpdatedPageIndex): Write[] {
  return [
    // Counted as a change, for a request that moves the newest ids to blocks.
    {
      update: keys.pageIndex.newest(partition),
      add: { changes: 1 },
      condition: { from: after.index.newestFrom },
    },
    {
      put: { ...keys.pageIndex.pages(partition), ...toIndexPagesItem(after.index, version + 1) },
      condition: version === 0 ? expr`attribute_not_exists(version)` : { version },
    },
    ...pageWrites(partition, after),
  ];
}

/** The writes of a changed index, under the condition that no other request changed it. */
export function indexWrites(
  partition: string,
  { seen, after }: { seen: Pick<StoredIndex, 'shards' | 'version'> | undefined; after: UpdatedPageIndex },
  sizes: PageIndexSizes = pageIndexSizes,
): Write[] {
  const { newest, newestFrom: from } = after.index;
  const shards = Array.from({ length: sizes.shards ?? 1 }, (_, shard): Write => {
    const ids = newest.filter((id) => shardOf(id, sizes) === shard);
    const known = seen?.shards.find((one) => one.shard === shard);
    const head = { from, changes: (known?.changes ?? 0) + 1, ...(ids.length > 0 && { ids: new Set(ids) }) };
    const condition = known ? { changes: known.changes } : absent;
    return { put: { ...newestKey(partition, shard), ...head }, condition };
  });
  return [
    ...shards,
    { put: { ...keys.pageIndex.pages(partition), ...toIndexPagesItem(after.index, (seen?.version ?? 0) + 1) } },
    ...pageWrites(partition, after),
  ];
}

function pageWrites(partition: string, { written }: UpdatedPageIndex): Write[] {
  return [...written].map(([page, ids]): Write => {
    const key = keys.pageIndex.page(partition, page);
    return ids.length === 0 ? { remove: key } : { put: { ...key, ...toIndexPageItem(ids) } };
  });
}
