import * as v from 'valibot';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { untilDecided } from '#shared/platform/table/retry.ts';
import { batchRead, query, type Table } from '#shared/platform/table/table.ts';
import { transact, type Write } from '#shared/platform/table/write.ts';
import {
  changeDirectory,
  directorySizes,
  shelvesToRead,
  type ChangedDirectory,
  type DirectorySizes,
  type IdChange,
} from '#shared/domain/id-directory/change-directory.ts';
import { countIds, partsOfPage, type IdDirectory } from '#shared/domain/id-directory/id-directory.ts';
import {
  NewestIdsItem,
  IndexPageItem,
  IndexPagesItem,
  toIndexPageItem,
  toIndexPagesItem,
} from '#shared/table/items/page-index-items.ts';
import { keys } from '#shared/table/keys.ts';

interface StoredIndex extends IdDirectory {
  changes: number;
}

/** The list is older than its page index, and has not changed since. */
export const NO_INDEX = 'no index';

const IndexHead = v.union([NewestIdsItem, IndexPagesItem]);

function readIndex(table: Table, partition: string): Promise<StoredIndex | typeof NO_INDEX> {
  return untilDecided(async () => {
    const where = expr`begins_with(sk, ${keys.idDirectory.head})`;
    const heads = await query(table, { partition, where }, IndexHead);
    const newest = heads.find((head) => 'changes' in head);
    if (newest === undefined) return NO_INDEX;
    const { shelves, to } = heads.find((head) => 'shelves' in head) ?? { shelves: [], to: 0 };
    // Otherwise ids were moved to a page between the reading of the two.
    if (newest.from !== to) return undefined;
    return { shelves, newestFrom: to, newest: newest.ids, changes: newest.changes };
  });
}

/** The ids of one page, newest first, and how many there are in all. */
export function listIds(
  table: Table,
  partition: string,
  page: { start: number; end: number },
): Promise<{ ids: number[]; total: number } | typeof NO_INDEX> {
  return untilDecided(async () => {
    const index = await readIndex(table, partition);
    if (index === NO_INDEX) return NO_INDEX;
    const parts = partsOfPage(index, page);
    const wanted = parts.flatMap(({ shelf }) => shelf ?? []);
    const stored = await readPages(table, partition, wanted);
    const pieces = parts.map(({ shelf, start, end }) => {
      const ids = shelf ? stored.get(shelf.from) : index.newest;
      // Ids were added or removed since the index was read.
      if (!ids || (shelf && ids.length !== shelf.size)) return undefined;
      return ids.toReversed().slice(start, end);
    });
    const found = pieces.filter((piece) => piece !== undefined);
    return found.length === pieces.length ? { ids: found.flat(), total: countIds(index) } : undefined;
  });
}

/** The ids of some pages of the index, each oldest first, by the id that a page starts from. */
async function readPages(
  table: Table,
  partition: string,
  pages: ReadonlyArray<{ from: number }>,
): Promise<Map<number, number[]>> {
  const key = (from: number) => keys.idDirectory.page(partition, from);
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
  /** Every id that is stored, for a list that is older than its page index; read once. */
  allIds: () => Promise<number[]>;
}

/**
 * Makes the writes together with a change of the page index. Gives the positions of the writes whose condition failed.
 * Most changes concern the newest ids and need no reading; the others are tried again with what is read.
 */
export async function transactWithIndex(
  table: Table,
  change: IndexChange,
  writes: readonly Write[],
  sizes: DirectorySizes = directorySizes,
): Promise<number[]> {
  const attempt = async (ofIndex: Write[]) => {
    const failed = await transact(table, [...writes, ...ofIndex]);
    const own = failed.filter((position) => position < writes.length);
    return failed.length === 0 || own.length > 0 ? own : undefined;
  };
  const first = await attempt([changeNewest(change, sizes)]);
  return first ?? untilDecided(async () => attempt(await changeAnywhere(table, change, sizes)));
}

function changeNewest({ partition, id, kind }: IndexChange, sizes: DirectorySizes): Write {
  const key = keys.idDirectory.newest(partition);
  const ids = new Set([id]);
  if (kind === 'leave') {
    return { update: key, add: { changes: 1 }, drop: { ids }, condition: expr`from <= ${id} AND contains(ids, ${id})` };
  }
  const hasRoom = expr`attribute_not_exists(ids) OR size(ids) < ${sizes.newest}`;
  return { update: key, add: { changes: 1, ids }, condition: expr`from <= ${id} AND (${hasRoom})` };
}

async function changeAnywhere(table: Table, change: IndexChange, sizes: DirectorySizes): Promise<Write[]> {
  const { partition, allIds } = change;
  const stored = await readIndex(table, partition);
  const seen = stored === NO_INDEX ? undefined : stored;
  const before = seen ?? { shelves: [], newestFrom: 0, newest: await allIds() };
  const pages = await readPages(table, partition, shelvesToRead(before, change));
  const after = changeDirectory(before, pages, change, sizes);
  return indexWrites(partition, { seen, after });
}

/** All that is different, under the condition that nobody else has changed the index. */
export function indexWrites(
  partition: string,
  { seen, after }: { seen: { changes: number } | undefined; after: ChangedDirectory },
): Write[] {
  const { newest, newestFrom: from, shelves } = after.directory;
  const head = { from, changes: (seen?.changes ?? 0) + 1, ...(newest.length > 0 && { ids: new Set(newest) }) };
  return [
    {
      put: { ...keys.idDirectory.newest(partition), ...head },
      condition: seen ? { changes: seen.changes } : absent,
    },
    { put: { ...keys.idDirectory.pages(partition), ...toIndexPagesItem(from, shelves) } },
    ...[...after.written].map(([page, ids]): Write => {
      const key = keys.idDirectory.page(partition, page);
      return ids.length === 0 ? { remove: key } : { put: { ...key, ...toIndexPageItem(ids) } };
    }),
  ];
}
