import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import { absent, expr, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { findPage, type IdChange, type IndexedList, type PageIndex } from '#shared/platform/table/page-index.ts';
import { batchRead, query, untilDecided, type Table } from '#shared/platform/table/table.ts';
import { transact, type Write } from '#shared/platform/table/write.ts';

export interface BlockSizes {
  newest: number;
  /** The items of the newest ids, 1 by default. With more, changes at once conflict less, and pages read them all. */
  shards?: number;
  block: number;
}

/** 64 ids are 0.7 KB, so that adding one costs one write unit; a block of 512 is 3 KB. */
export const blockSizes: BlockSizes = { newest: 64, block: 512 };

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

const FIRST_SHARD = keys.blockIndex.newest('').sk;
const newestKey = (partition: string, shard: number) =>
  keys.blockIndex.newest(partition, shard === 0 ? '' : `${shard}`);

/** A shard of the newest ids, which are added and removed without a read. DynamoDB has no empty sets. */
const NewestItem = v.pipe(
  v.object({
    sk: v.string(),
    /** All newest ids are at or above it. */
    from: v.number(),
    /** Grows with every change, so that no change is lost when ids move to a block. */
    changes: v.number(),
    ids: v.optional(v.set(v.number()), new Set<number>()),
  }),
  v.transform(({ sk, ids, ...item }) => ({ ...item, shard: Number(sk.slice(FIRST_SHARD.length)), ids: [...ids] })),
);

interface Block {
  /** Its first id when it was created. */
  from: number;
  size: number;
  ids?: readonly number[];
}

/** Oldest first. `to`: the `from` of the newest ids. `version` grows with every change of a block. */
const BlocksItem = v.pipe(
  v.object({ to: v.number(), from: Ascending, sizes: v.array(v.number()), version: v.optional(v.number(), 0) }),
  v.transform(({ to, from, sizes, version }) => ({
    to,
    version,
    blocks: from.map((start, index): Block => ({ from: start, size: sizes[index] ?? 0 })),
  })),
);

const BlockItem = v.object({ ids: Ascending });

/** For ids that come and go, mostly as the newest: those are in sets, changed without a read, the others in blocks. */
export function createBlockIndex(table: Table, sizes: BlockSizes = blockSizes): PageIndex<'listed'> {
  return {
    async transact(changes, writes) {
      const attempt = async (ofIndex: readonly Write[]) => {
        const failed = await transact(table, [...writes, ...ofIndex]);
        const own = failed.filter((position) => position < writes.length);
        return failed.length === 0 || own.length > 0 ? own : undefined;
      };
      const first = await attempt(changes.map((change) => changeNewest(change, shardOf(change.id, sizes), sizes)));
      const changeAll = () => Promise.all(changes.map((change) => changeAnywhere(table, change, sizes)));
      return first ?? untilDecided(async () => attempt((await changeAll()).flat()));
    },

    find: (list, wanted) =>
      findPage(
        {
          async readParts() {
            const { blocks, newestFrom, newest } = await readIndex(table, list);
            const older = blocks.map(({ from, size }) => ({ from, counts: { listed: size } }));
            return [...older, { from: newestFrom, counts: { listed: newest.length }, ids: newest.map(asListed) }];
          },
          async readIds(parts) {
            const found = await readBlocks(table, list, parts);
            return new Map([...found].map(([from, ids]) => [from, ids.map(asListed)]));
          },
        },
        wanted,
      ),
  };
}

const asListed = (id: number) => ({ id, label: 'listed' });

/** The last digits of an id are random. One that found its shard full is in another. */
const shardOf = (id: number, { shards = 1 }: BlockSizes) => id % shards;

function readIndex(table: Table, { partition, olderIds }: IndexedList) {
  return untilDecided(async () => {
    const where = expr`begins_with(sk, ${keys.blockIndex.head})`;
    const heads = await query(table, { partition, where }, v.union([NewestItem, BlocksItem]));
    const shards = heads.filter((head) => 'changes' in head);
    const { blocks, to, version } = heads.find((head) => 'blocks' in head) ?? noIndex;
    // Otherwise ids moved to a block between two of the reads.
    if (shards.some(({ from }) => from !== to)) return undefined;
    const newest = shards.length > 0 ? shards.flatMap(({ ids }) => ids) : ((await olderIds?.()) ?? []);
    return { blocks, version, newestFrom: to, newest, shards };
  });
}

type StoredIndex = Awaited<ReturnType<typeof readIndex>>;

async function readBlocks(table: Table, { partition }: IndexedList, blocks: ReadonlyArray<{ from: number }>) {
  const key = (from: number) => keys.blockIndex.block(partition, from);
  const found = await batchRead(
    table,
    blocks.map(({ from }) => key(from)),
  );
  return new Map(blocks.map(({ from }) => [from, found.get(key(from), BlockItem)?.ids ?? []]));
}

function changeNewest({ list, id, is }: IdChange<'listed'>, shard: number, { newest }: BlockSizes): Write {
  const key = newestKey(list.partition, shard);
  const ids = new Set([id]);
  if (!is) {
    return { update: key, add: { changes: 1 }, drop: { ids }, condition: expr`from <= ${id} AND contains(ids, ${id})` };
  }
  const hasRoom = expr`attribute_not_exists(ids) OR size(ids) < ${newest}`;
  return { update: key, add: { changes: 1, ids }, condition: expr`from <= ${id} AND (${hasRoom})` };
}

async function changeAnywhere(table: Table, change: IdChange<'listed'>, sizes: BlockSizes): Promise<Write[]> {
  const { list, id } = change;
  const index = await readIndex(table, list);
  const isNewest = id >= index.newestFrom;
  const shard = isNewest ? fittingShard(index, change, sizes) : undefined;
  if (shard !== undefined) return [changeNewest(change, shard, sizes)];
  const block = isNewest ? undefined : (index.blocks.findLast(({ from }) => from <= id) ?? index.blocks[0]);
  const read = block ?? index.blocks.at(-1);
  const ids = read && (await readBlocks(table, list, [read])).get(read.from);
  if (block) return changeBlock(list, index, block, changed(ids ?? [], change));
  return renewIndex(list, index, { newest: changed(index.newest, change), last: ids ?? [] }, sizes);
}

function changed(ids: readonly number[], { id, is }: IdChange<'listed'>): number[] {
  const others = ids.filter((one) => one !== id);
  return [...others, ...(is ? [id] : [])].toSorted((one, other) => one - other);
}

/** For a new id its own, or the emptiest if that is full. Undefined: all shards are to be written. */
function fittingShard({ shards }: StoredIndex, { id, is }: IdChange<'listed'>, sizes: BlockSizes): number | undefined {
  if (!is) return shards.find(({ ids }) => ids.includes(id))?.shard;
  if (shards.length < (sizes.shards ?? 1)) return undefined;
  const free = shards.filter(({ ids }) => ids.length < sizes.newest);
  const [emptiest] = free.toSorted((one, other) => one.ids.length - other.ids.length);
  return (free.find(({ shard }) => shard === shardOf(id, sizes)) ?? emptiest)?.shard;
}

/** Depends on the version of the blocks only: on all of the index, it would wait for as long as others add ids. */
function changeBlock(
  list: IndexedList,
  { blocks, newestFrom, version }: StoredIndex,
  block: Block,
  ids: readonly number[],
): Write[] {
  const after = blocks.map((one) => (one === block ? withIds(one.from, ids) : one));
  const isSame = version === 0 ? expr`attribute_not_exists(version)` : { version };
  return [
    // Counted as a change, for a request that moves the newest ids to blocks.
    { update: newestKey(list.partition, 0), add: { changes: 1 }, condition: { from: newestFrom } },
    ...putBlocks(list, { blocks: after, newestFrom, version: version + 1 }, isSame),
  ];
}

const withIds = (from: number, ids: readonly number[]): Block => ({ from, size: ids.length, ids });

export const noIndex = { blocks: [], version: 0, to: 0, newestFrom: 0, shards: [] };

/** Depends on all of the index. Newest ids that are too many go to blocks, first to the last one, which has `last`. */
export function renewIndex(
  list: IndexedList,
  { blocks, version, newestFrom, shards }: Omit<StoredIndex, 'newest'>,
  { newest, last }: { newest: readonly number[]; last: readonly number[] },
  sizes: BlockSizes,
): Write[] {
  const isFull = newest.length > sizes.newest * (sizes.shards ?? 1);
  const from = isFull ? (newest.at(-1) ?? 0) + 1 : Math.min(newestFrom, newest[0] ?? newestFrom);
  const renewed = Array.from({ length: sizes.shards ?? 1 }, (_, shard): Write => {
    const ids = isFull ? [] : newest.filter((id) => shardOf(id, sizes) === shard);
    const known = shards.find((one) => one.shard === shard);
    const item = { from, changes: (known?.changes ?? 0) + 1, ...(ids.length > 0 && { ids: new Set(ids) }) };
    return {
      put: { ...newestKey(list.partition, shard), ...item },
      condition: known ? { changes: known.changes } : absent,
    };
  });
  const after = isFull ? moveToBlocks(blocks, last, newest, sizes.block) : blocks;
  return [...renewed, ...putBlocks(list, { blocks: after, newestFrom: from, version: version + 1 })];
}

function moveToBlocks(
  blocks: readonly Block[],
  last: readonly number[],
  newest: readonly number[],
  size: number,
): Block[] {
  const filled = blocks.at(-1);
  const room = filled ? Math.max(0, size - filled.size) : 0;
  const moved = filled && room > 0 ? [withIds(filled.from, [...last, ...newest.slice(0, room)])] : [];
  for (let start = room; start < newest.length; start += size) {
    moved.push(withIds(newest[start] ?? 0, newest.slice(start, start + size)));
  }
  return [...(room > 0 ? blocks.slice(0, -1) : blocks), ...moved];
}

function putBlocks(
  { partition }: IndexedList,
  { blocks, newestFrom, version }: Pick<StoredIndex, 'blocks' | 'newestFrom' | 'version'>,
  condition?: Condition,
): Write[] {
  const left = blocks.filter(({ size }) => size > 0);
  const item = {
    to: newestFrom,
    from: packAscending(left.map(({ from }) => from)),
    sizes: left.map(({ size }) => size),
    version,
  };
  const written = blocks.flatMap(({ from, ids }): Write[] => {
    const key = keys.blockIndex.block(partition, from);
    if (!ids) return [];
    return [ids.length === 0 ? { remove: key } : { put: { ...key, ids: packAscending(ids) } }];
  });
  return [{ put: { ...keys.blockIndex.blocks(partition), ...item }, ...(condition && { condition }) }, ...written];
}
