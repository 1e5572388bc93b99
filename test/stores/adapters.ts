import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/platform/table/table.ts';
import { useTable } from '#test/support/table.ts';

/** The cases of `describe.each`: what is made in memory, and what is made on a real table. Call at the top of the file. */
export function adapters<Memory, Real>(
  createInMemory: () => Memory,
  createOnTable: (table: Table) => Real,
  table = useTable(),
) {
  return [
    { adapter: 'memory', create: createInMemory },
    { adapter: 'dynamodb', create: () => createOnTable(table.real()) },
  ];
}

/** For what all users share: a test that needs it alone begins with an empty table. */
export async function emptyTable({ client, tableName: TableName }: ReturnType<typeof useTable>): Promise<void> {
  const { Items = [] } = await client().send(new ScanCommand({ TableName }));
  for (const { pk, sk } of Items) await client().send(new DeleteCommand({ TableName, Key: { pk, sk } }));
}

let lastUserId = 1000;

/** A user for one test, so that tests can share a table. */
export const newUserId = (): number => (lastUserId += 1);
