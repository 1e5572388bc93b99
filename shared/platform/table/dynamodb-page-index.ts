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

/** The newest ids, which are added and removed without a read. DynamoDB has no empty sets. */
export const NewestIdsItem = v.object({
  from: v.number(),
  /** Incremented by every change, so that no change is lost when ids move to a block. */
  changes: v.number(),
  ids: v.optional(Ids, new Set<number>()),
});

/** The blocks of the index, by their first id. `version` grows with every change of a block. */
export const IndexPagesItem = v.pipe(
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
export const IndexPageItem = v.object({ ids: Ascending });

function toIndexPageItem(ids: readonly number[]): v.InferInput<typeof IndexPageItem> {
  return { ids: packAscending(ids) };
}

interface StoredIndex extends PageIndex {
  changes: number;
  version: number;
}

/** The list is older than the page index and has not changed since. */
export const NO_INDEX = 'no index';

const IndexHead = v.union([NewestIdsItem, IndexPagesItem]);

function readIndex(table: Table, partition: string): Promise<StoredIndex | typeof NO_INDEX> {
  return untilDecided(async () => {
    const where = expr`begins_with(sk, ${keys.pageIndex.head})`;
    const heads = await query(table, { partition, where }, IndexHead);
    const newest = heads.find((head) => 'changes' in head);
    if (newest === undefined) return NO_INDEX;
    const { blocks, to, version } = heads.find((head) => 'blocks' in head) ?? { blocks: [], to: 0, version: 0 };
    // Otherwise ids moved to a block between the two reads.
    if (newest.from !== to) return undefined;
    return { blocks, newestFrom: to, newest: newest.ids, changes: newest.changes, version };
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
  sizes: PageIndexSizes = pageIndexSizes,
): Promise<number[]> {
  const attempt = async (ofIndex: Write[]) => {
    const failed = await transact(table, [...writes, ...ofIndex]);
    const own = failed.filter((position) => position < writes.length);
    return failed.length === 0 || own.length > 0 ? own : undefined;
  };
  const first = await attempt([changeNewest(change, sizes)]);
  return first ?? untilDecided(async () => attempt(await changeAnywhere(table, change, sizes)));
}

function changeNewest({ partition, id, kind }: IndexChange, sizes: PageIndexSizes): Write {
  const key = keys.pageIndex.newest(partition);
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
  if (seen && !block && fitsInNewest(seen, change, sizes)) return [changeNewest(change, sizes)];
  const before = seen ?? { blocks: [], newestFrom: 0, newest: await allIds() };
  const pages = await readPages(table, partition, blocksToRead(before, change));
  const after = updatePageIndex(before, pages, change, sizes);
  return block ? blockWrites(partition, seen.version, after) : indexWrites(partition, { seen, after });
}

function fitsInNewest({ newest }: PageIndex, { id, kind }: IdChange, sizes: PageIndexSizes): boolean {
  return kind === 'leave' ? newest.includes(id) : newest.length < sizes.newest;
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
  { seen, after }: { seen: Pick<StoredIndex, 'changes' | 'version'> | undefined; after: UpdatedPageIndex },
): Write[] {
  const { newest, newestFrom: from } = after.index;
  const head = { from, changes: (seen?.changes ?? 0) + 1, ...(newest.length > 0 && { ids: new Set(newest) }) };
  return [
    {
      put: { ...keys.pageIndex.newest(partition), ...head },
      condition: seen ? { changes: seen.changes } : absent,
    },
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
