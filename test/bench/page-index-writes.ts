import { indexWrites } from '#shared/platform/table/dynamodb-page-index.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { toTransactItem } from '#shared/platform/table/write.ts';

/** `indexWrites` as DynamoDB takes them, for benchmarks that fill a table past its interface. */
export const pageIndexWrites = ({ tableName }: Pick<Table, 'tableName'>, ...change: Parameters<typeof indexWrites>) =>
  indexWrites(...change).map((write) => toTransactItem(tableName, write));
