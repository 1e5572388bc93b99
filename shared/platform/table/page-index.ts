import type { Write } from '#shared/platform/table/write.ts';

/** The ids of a page, and the exact total, without the rows of the list: docs/decisions/0048-lists-of-leads.md */
export interface PageIndex<Label extends string> {
  /**
   * In one transaction with the changes of lists. Returns the positions of the writes whose condition failed, or one behind the
   * last write if an id of `isOlder` is in its list already.
   */
  transact(changes: ReadonlyArray<IdChange<Label>>, writes: readonly Write[]): Promise<number[]>;
  /** Newest first. */
  find(list: IndexedList, wanted: Wanted<Label>): Promise<FoundIds>;
}

export interface FoundIds {
  ids: number[];
  total: number;
}

export interface IndexedList {
  partition: string;
  /** Reads all stored ids, oldest first, of a list that is older than its index and has not changed since. */
  olderIds?: () => Promise<number[]>;
}

/** An id enters a list (`is`), leaves it (`was`), or gets another label. */
export interface IdChange<Label extends string> {
  list: IndexedList;
  id: number;
  was?: Label | undefined;
  is?: Label | undefined;
  /** It was stored before its list had an index, so that it may be missing. */
  isOlder?: boolean;
}

/** The positions [start, end) among the ids from `first` to `last`, counted from the newest id; of one label, or of all. */
export interface Wanted<Label extends string> {
  label?: Label | undefined;
  first?: number;
  last?: number;
  start: number;
  end: number;
}

export type LabelledIds = ReadonlyArray<{ id: number; label: string }>;

export interface IndexPart {
  from: number;
  counts: Readonly<Record<string, number>>;
  ids?: LabelledIds;
}

export interface PartReader {
  /** Oldest first. */
  readParts: () => Promise<IndexPart[]>;
  readIds: (parts: readonly IndexPart[]) => Promise<Map<number, LabelledIds>>;
}

/** How often a list is read again when its ids have changed between two reads. Afterwards it shows what it has. */
const MOST_READS = 5;

/** Reads all sizes, then in one round the parts that may have the positions, and those that the range of ids cuts. */
export async function findPage({ readParts, readIds }: PartReader, wanted: Wanted<string>): Promise<FoundIds> {
  for (let reads = 1; ; reads += 1) {
    const matching = matchingParts(await readParts(), wanted);
    const unread = partsToRead(matching, wanted).filter(({ ids }) => ids === undefined);
    const found = await readIds(unread);
    const isWhole = unread.every(({ from, counts }) => hasCounts(found.get(from) ?? [], counts));
    if (isWhole || reads === MOST_READS) return showPage(matching, found, wanted);
  }
}

function hasCounts(ids: LabelledIds, counts: Readonly<Record<string, number>>): boolean {
  const found = Map.groupBy(ids, ({ label }) => label);
  return (
    ids.length === sumOf(counts) &&
    Object.entries(counts).every(([label, count]) => count === (found.get(label)?.length ?? 0))
  );
}

export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The parts that may have ids of the range, newest first. `isCut`: the range leaves out some of them. */
function matchingParts(
  parts: readonly IndexPart[],
  { label, first = 0, last = Number.MAX_SAFE_INTEGER }: Wanted<string>,
) {
  const matching = parts.flatMap((part, index) => {
    const until = (parts[index + 1]?.from ?? Number.MAX_SAFE_INTEGER + 1) - 1;
    const count = label === undefined ? sumOf(part.counts) : (part.counts[label] ?? 0);
    // The first part also has ids that came later and are older.
    const from = index === 0 ? 0 : part.from;
    if (count <= 0 || until < first || from > last) return [];
    return [{ ...part, count, isCut: from < first || until > last }];
  });
  return matching.toReversed();
}

type MatchingParts = ReturnType<typeof matchingParts>;

/** The range may cut the newest part so that the positions are up to a part further back. */
function partsToRead(parts: MatchingParts, { start, end }: Wanted<string>) {
  const unsure = parts[0]?.isCut ? parts[0].count : 0;
  return overlapping(parts, { start, end: end + unsure }).filter(({ isShown, isCut }) => isShown || isCut);
}

function showPage(
  matching: MatchingParts,
  found: ReadonlyMap<number, LabelledIds>,
  { label, first = 0, last = Number.MAX_SAFE_INTEGER, start, end }: Wanted<string>,
): FoundIds {
  const parts = matching.map(({ from, count, ids = found.get(from) }) => {
    const listed = ids?.filter((one) => one.id >= first && one.id <= last && (label ?? one.label) === one.label);
    const newestFirst = listed?.map(({ id }) => id).toSorted((one, other) => other - one);
    return { ids: newestFirst ?? [], count: newestFirst?.length ?? count };
  });
  const shown = overlapping(parts, { start, end }).filter(({ isShown }) => isShown);
  return {
    ids: shown.flatMap(({ ids, position }) => ids.slice(Math.max(0, start - position), end - position)),
    total: parts.reduce((sum, { count }) => sum + count, 0),
  };
}

function overlapping<Part extends { count: number }>(
  parts: readonly Part[],
  { start, end }: { start: number; end: number },
) {
  let position = 0;
  return parts.map((part) => {
    const own = position;
    position += part.count;
    return { ...part, position: own, isShown: own < end && position > start };
  });
}
