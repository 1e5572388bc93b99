/** Ids that lie together in one item, named by the lowest id that it was made for. */
export interface Shelf {
  from: number;
  size: number;
}

/**
 * Where the ids of a list stand: the newest by themselves, the others on shelves. So the total is a sum, and a page is
 * looked up on the shelf where it lies.
 */
export interface IdDirectory {
  /** Oldest first. */
  shelves: readonly Shelf[];
  /** No id below this one stands among the newest. */
  newestFrom: number;
  newest: readonly number[];
}

/** A part of a page: positions [start, end) of a shelf, or of the newest, counted from the newest id downwards. */
export interface PagePart {
  shelf: Shelf | undefined;
  start: number;
  end: number;
}

export function countIds({ shelves, newest }: IdDirectory): number {
  return shelves.reduce((sum, { size }) => sum + size, newest.length);
}

/** The shelf on which an id stands or belongs, if it does not belong to the newest. */
export function shelfFor({ shelves, newestFrom }: IdDirectory, id: number): Shelf | undefined {
  return id >= newestFrom ? undefined : (shelves.findLast(({ from }) => from <= id) ?? shelves[0]);
}

/** What has to be read to show the ids at these positions, newest first. */
export function partsOfPage(directory: IdDirectory, page: { start: number; end: number }): PagePart[] {
  const parts: PagePart[] = [];
  let position = 0;
  const add = (shelf: Shelf | undefined, size: number) => {
    const start = Math.max(0, page.start - position);
    const end = Math.min(size, page.end - position);
    if (start < end) parts.push({ shelf, start, end });
    position += size;
  };
  add(undefined, directory.newest.length);
  for (const shelf of directory.shelves.toReversed()) add(shelf, shelf.size);
  return parts;
}
