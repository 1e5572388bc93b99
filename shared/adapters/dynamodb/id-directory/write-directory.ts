import {
  readDirectory,
  readShelves,
  type StoredDirectory,
} from '#shared/adapters/dynamodb/id-directory/read-directory.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact, type TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import {
  changeDirectory,
  directorySizes,
  shelvesToRead,
  type ChangedDirectory,
  type DirectorySizes,
  type IdChange,
} from '#shared/domain/id-directory/change-directory.ts';
import { toShelfItem, toShelvesItem } from '#shared/table/items/id-directory-items.ts';
import { keys } from '#shared/table/keys.ts';

export interface DirectoryChange extends IdChange {
  partition: string;
  /** Every id that is stored, for a list that is older than its directory; asked for once. */
  allIds: () => Promise<number[]>;
}

/**
 * Writes the items together with a change of the directory. Gives the positions of the items whose condition failed.
 * Most changes are about the newest ids and need no reading; the others are tried again with what is read.
 */
export async function transactWithDirectory(
  table: Table,
  change: DirectoryChange,
  items: TransactItems,
  sizes: DirectorySizes = directorySizes,
): Promise<number[]> {
  let writes = [changeNewest(table, change, sizes)];
  for (;;) {
    const failed = await transact(table, [...items, ...writes]);
    const own = failed.filter((position) => position < items.length);
    if (failed.length === 0 || own.length > 0) return own;
    writes = await changeAnywhere(table, change, sizes);
  }
}

function changeNewest(
  { tableName: TableName }: Table,
  { partition, id, kind }: DirectoryChange,
  sizes: DirectorySizes,
): TransactItems[number] {
  const isEntry = kind === 'enter';
  const fits = isEntry ? '(attribute_not_exists(ids) OR size(ids) < :most)' : 'contains(ids, :id)';
  return {
    Update: {
      TableName,
      Key: keys.idDirectory.newest(partition),
      UpdateExpression: isEntry ? 'ADD changes :one, ids :ids' : 'ADD changes :one DELETE ids :ids',
      ConditionExpression: `#from <= :id AND ${fits}`,
      ExpressionAttributeNames: { '#from': 'from' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':id': id,
        ':ids': new Set([id]),
        ...(isEntry && { ':most': sizes.newest }),
      },
    },
  };
}

async function changeAnywhere(table: Table, change: DirectoryChange, sizes: DirectorySizes): Promise<TransactItems> {
  const { partition, allIds } = change;
  const seen = await readDirectory(table, partition);
  const before = seen ?? { shelves: [], newestFrom: 0, newest: await allIds() };
  const standing = await readShelves(table, partition, shelvesToRead(before, change));
  const after = changeDirectory(before, standing, change, sizes);
  return directoryWrites(table, partition, { seen, after });
}

/** Everything that is different, under the condition that nobody else has changed anything. */
export function directoryWrites(
  { tableName: TableName }: Pick<Table, 'tableName'>,
  partition: string,
  { seen, after }: { seen: StoredDirectory | undefined; after: ChangedDirectory },
): TransactItems {
  const { newest, newestFrom: from, shelves } = after.directory;
  const item = { from, changes: (seen?.changes ?? 0) + 1, ...(newest.length > 0 && { ids: new Set(newest) }) };
  return [
    {
      Put: {
        TableName,
        Item: { ...keys.idDirectory.newest(partition), ...item },
        ConditionExpression: seen ? 'changes = :seen' : 'attribute_not_exists(pk)',
        ...(seen && { ExpressionAttributeValues: { ':seen': seen.changes } }),
      },
    },
    { Put: { TableName, Item: { ...keys.idDirectory.shelves(partition), ...toShelvesItem(from, shelves) } } },
    ...[...after.written].map(([shelf, ids]): TransactItems[number] => {
      const Key = keys.idDirectory.shelf(partition, shelf);
      return ids.length === 0
        ? { Delete: { TableName, Key } }
        : { Put: { TableName, Item: { ...Key, ...toShelfItem(ids) } } };
    }),
  ];
}
