/** Ids that are stored in one item. `from` is its first id when it was created. */
export interface IndexBlock {
  from: number;
  size: number;
}

/**
 * The ids of a list: the newest separately, the others in blocks. The total is the sum of their sizes, and a page reads only
 * the blocks that contain it.
 */
export interface PageIndex {
  /** Oldest first. */
  blocks: readonly IndexBlock[];
  /** All of the newest ids are at or above this one. */
  newestFrom: number;
  newest: readonly number[];
}

/** A part of a page: positions [start, end) of a block, or of the newest ids, counted from the newest id downwards. */
interface PagePart {
  block: IndexBlock | undefined;
  start: number;
  end: number;
}

export function countIds({ blocks, newest }: PageIndex): number {
  return blocks.reduce((sum, { size }) => sum + size, newest.length);
}

/** Returns the block for an id; undefined if it belongs to the newest. */
export function blockFor({ blocks, newestFrom }: PageIndex, id: number): IndexBlock | undefined {
  return id >= newestFrom ? undefined : (blocks.findLast(({ from }) => from <= id) ?? blocks[0]);
}

/** The parts to read for the ids at these positions, newest first. */
export function partsOfPage(index: PageIndex, page: { start: number; end: number }): PagePart[] {
  const parts: PagePart[] = [];
  let position = 0;
  const add = (block: IndexBlock | undefined, size: number) => {
    const start = Math.max(0, page.start - position);
    const end = Math.min(size, page.end - position);
    if (start < end) parts.push({ block, start, end });
    position += size;
  };
  add(undefined, index.newest.length);
  for (const block of index.blocks.toReversed()) add(block, block.size);
  return parts;
}

export interface PageIndexSizes {
  /** Largest number of the newest ids, in each shard. */
  newest: number;
  /** The items that hold the newest ids, 1 by default. Changes at the same moment conflict less with more of them, and pages read them all. */
  shards?: number;
  /** Ids per block, without ids that are added late. */
  block: number;
}

/** 64 ids are 0.7 KB, so that adding one costs one write unit; a block of 512 is 3 KB. */
export const pageIndexSizes: PageIndexSizes = { newest: 64, block: 512 };

export interface IdChange {
  id: number;
  kind: 'enter' | 'leave';
}

export interface UpdatedPageIndex {
  index: PageIndex;
  /** The changed blocks, by `from`. An empty one is to be deleted. */
  written: ReadonlyMap<number, readonly number[]>;
}

/** The blocks whose ids the change needs. */
export function blocksToRead(index: PageIndex, { id }: IdChange): IndexBlock[] {
  const block = blockFor(index, id) ?? index.blocks.at(-1);
  return block ? [block] : [];
}

/** Adds or removes an id. When there are too many newest ids, they move to blocks. */
export function updatePageIndex(
  index: PageIndex,
  standing: ReadonlyMap<number, readonly number[]>,
  change: IdChange,
  sizes: PageIndexSizes,
): UpdatedPageIndex {
  const block = blockFor(index, change.id);
  if (block) {
    const ids = changed(standing.get(block.from) ?? [], change);
    const blocks = index.blocks.map((one) => (one === block ? { ...one, size: ids.length } : one));
    const left = blocks.filter(({ size }) => size > 0);
    return { index: { ...index, blocks: left }, written: new Map([[block.from, ids]]) };
  }
  const newest = changed(index.newest, change);
  if (newest.length <= sizes.newest) return { index: { ...index, newest }, written: new Map() };
  return moveToBlocks({ ...index, newest }, standing, sizes);
}

function changed(ids: readonly number[], { id, kind }: IdChange): number[] {
  const others = ids.filter((one) => one !== id);
  return kind === 'leave' ? others : [...others, id].toSorted((one, other) => one - other);
}

/** Moves the newest ids to the last block while it has room, then to new blocks. */
function moveToBlocks(
  { blocks, newest }: PageIndex,
  standing: ReadonlyMap<number, readonly number[]>,
  sizes: PageIndexSizes,
): UpdatedPageIndex {
  const last = blocks.at(-1);
  const written = new Map<number, readonly number[]>();
  const room = last ? Math.max(0, sizes.block - last.size) : 0;
  if (last && room > 0) written.set(last.from, [...(standing.get(last.from) ?? []), ...newest.slice(0, room)]);
  for (let start = room; start < newest.length; start += sizes.block) {
    const ids = newest.slice(start, start + sizes.block);
    written.set(ids[0] ?? 0, ids);
  }
  const added = [...written].map(([from, ids]): IndexBlock => ({ from, size: ids.length }));
  const kept = blocks.filter(({ from }) => !written.has(from));
  return {
    index: { blocks: [...kept, ...added], newestFrom: (newest.at(-1) ?? 0) + 1, newest: [] },
    written,
  };
}
