/** Ids that lie together in one item, named by the lowest id that it was made for. */
export interface IndexBlock {
  from: number;
  size: number;
}

/**
 * Where the ids of a list stand: the newest by themselves, the others on shelves. So the total is a sum, and a page is
 * looked up on the shelf where it lies.
 */
export interface PageIndex {
  /** Oldest first. */
  blocks: readonly IndexBlock[];
  /** No id below this one stands among the newest. */
  newestFrom: number;
  newest: readonly number[];
}

/** A part of a page: positions [start, end) of a shelf, or of the newest, counted from the newest id downwards. */
export interface PagePart {
  block: IndexBlock | undefined;
  start: number;
  end: number;
}

export function countIds({ blocks, newest }: PageIndex): number {
  return blocks.reduce((sum, { size }) => sum + size, newest.length);
}

/** The shelf on which an id stands or belongs, if it does not belong to the newest. */
export function blockFor({ blocks, newestFrom }: PageIndex, id: number): IndexBlock | undefined {
  return id >= newestFrom ? undefined : (blocks.findLast(({ from }) => from <= id) ?? blocks[0]);
}

/** What has to be read to show the ids at these positions, newest first. */
export function partsOfPage(directory: PageIndex, page: { start: number; end: number }): PagePart[] {
  const parts: PagePart[] = [];
  let position = 0;
  const add = (block: IndexBlock | undefined, size: number) => {
    const start = Math.max(0, page.start - position);
    const end = Math.min(size, page.end - position);
    if (start < end) parts.push({ block, start, end });
    position += size;
  };
  add(undefined, directory.newest.length);
  for (const shelf of directory.blocks.toReversed()) add(shelf, shelf.size);
  return parts;
}

export interface PageIndexSizes {
  /** Among the newest. */
  newest: number;
  /** On one shelf, but for ids that come late. */
  block: number;
}

/** 64 ids are 0.7 KB, so that adding one costs no more than any write; 512 on a shelf are 3 KB. */
export const pageIndexSizes: PageIndexSizes = { newest: 64, block: 512 };

export interface IdChange {
  id: number;
  kind: 'enter' | 'leave';
}

export interface UpdatedPageIndex {
  index: PageIndex;
  /** The shelves that are different now, by name; an empty one is no longer there. */
  written: ReadonlyMap<number, readonly number[]>;
}

/** The shelves whose ids have to be known to make the change. */
export function blocksToRead(directory: PageIndex, { id }: IdChange): IndexBlock[] {
  const shelf = blockFor(directory, id) ?? directory.blocks.at(-1);
  return shelf ? [shelf] : [];
}

/** Enters an id where it belongs, or removes it from where it stands; the newest go on shelves when they are many. */
export function updatePageIndex(
  directory: PageIndex,
  standing: ReadonlyMap<number, readonly number[]>,
  change: IdChange,
  sizes: PageIndexSizes,
): UpdatedPageIndex {
  const shelf = blockFor(directory, change.id);
  if (shelf) {
    const ids = changed(standing.get(shelf.from) ?? [], change);
    const shelves = directory.blocks.map((one) => (one === shelf ? { ...one, size: ids.length } : one));
    const left = shelves.filter(({ size }) => size > 0);
    return { index: { ...directory, blocks: left }, written: new Map([[shelf.from, ids]]) };
  }
  const newest = changed(directory.newest, change);
  if (newest.length <= sizes.newest) return { index: { ...directory, newest }, written: new Map() };
  return moveToBlocks({ ...directory, newest }, standing, sizes);
}

function changed(ids: readonly number[], { id, kind }: IdChange): number[] {
  const others = ids.filter((one) => one !== id);
  return kind === 'leave' ? others : [...others, id].toSorted((one, other) => one - other);
}

/** Puts the newest on the last shelf as long as there is room, and on new ones. */
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
