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
    { adapter: 'dynamodb', create: () => createOnTable({ client: table.client(), tableName: table.tableName }) },
  ];
}

let lastUserId = 1000;

/** A user for one test, so that tests can share a table. */
export const newUserId = (): number => (lastUserId += 1);
