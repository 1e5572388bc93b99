import type { Table } from '#shared/platform/table/table.ts';
import { dynamo } from '#shared/runtime/clients.ts';
import { environment } from '#shared/runtime/environment.ts';

export function table(): Table {
  return { client: dynamo(), tableName: environment.table() };
}
