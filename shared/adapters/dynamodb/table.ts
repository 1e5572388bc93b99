export type { Table } from '#shared/platform/table/table.ts';
