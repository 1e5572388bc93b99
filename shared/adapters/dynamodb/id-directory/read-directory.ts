import * as v from 'valibot';
import { batchGet } from '#shared/adapters/dynamodb/batch-get.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { countIds, partsOfPage, type IdDirectory } from '#shared/domain/id-directory/id-directory.ts';
import { NewestIdsItem, ShelfItem, ShelvesItem } from '#shared/table/items/id-directory-items.ts';
import { keys } from '#shared/table/keys.ts';

export interface StoredDirectory extends IdDirectory {
  changes: number;
}

/** Undefined: the list is older than its directory. */
export async function readDirectory(table: Table, partition: string): Promise<StoredDirectory | undefined> {
  for (;;) {
    const [first, second] = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :head)',
      ExpressionAttributeValues: { ':pk': partition, ':head': keys.idDirectory.head },
    });
    if (first === undefined) return undefined;
    const newest = v.parse(NewestIdsItem, first);
    const { shelves, to } = second ? v.parse(ShelvesItem, second) : { shelves: [], to: 0 };
    // Otherwise ids were put on a shelf between the reading of the two.
    if (newest.from === to) return { shelves, newestFrom: to, newest: newest.ids, changes: newest.changes };
  }
}

/** The ids of one page, newest first, and how many there are in all. */
export async function listIds(
  table: Table,
  partition: string,
  page: { start: number; end: number },
): Promise<{ ids: number[]; total: number } | undefined> {
  for (;;) {
    const directory = await readDirectory(table, partition);
    if (!directory) return undefined;
    const parts = partsOfPage(directory, page);
    const stored = await readShelves(
      table,
      partition,
      parts.flatMap(({ shelf }) => shelf ?? []),
    );
    const pieces = parts.map(({ shelf, start, end }) => {
      const ids = shelf ? stored.get(shelf.from) : directory.newest;
      // Ids came or went since the directory was read.
      if (!ids || (shelf && ids.length !== shelf.size)) return undefined;
      return ids.toReversed().slice(start, end);
    });
    const found = pieces.filter((piece) => piece !== undefined);
    if (found.length === pieces.length) return { ids: found.flat(), total: countIds(directory) };
  }
}

/** The ids on some shelves, each oldest first, by the name of the shelf. */
export async function readShelves(
  table: Table,
  partition: string,
  shelves: ReadonlyArray<{ from: number }>,
): Promise<Map<number, number[]>> {
  const key = (from: number) => keys.idDirectory.shelf(partition, from);
  const found = await batchGet(
    table,
    shelves.map(({ from }) => key(from)),
  );
  const entries = shelves.flatMap(({ from }) => {
    const item = found.get(key(from));
    return item ? [[from, v.parse(ShelfItem, item).ids] as const] : [];
  });
  return new Map(entries);
}
