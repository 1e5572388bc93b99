import type { Call } from '#shared/calls/call.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { createDynamoDbCallList } from '#shared/calls/listing/dynamodb-call-list.ts';
import type { ListSizes } from '#shared/calls/listing/summary.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { put, putAll } from '#shared/platform/table/write.ts';
import { buildCall } from '#test/support/builders.ts';

export const createCalls = (table: Table, sizes?: ListSizes) => ({
  ...createDynamoDbCallStore(table, sizes),
  ...createDynamoDbCallList(table, sizes),
});

/** Stores the heads of calls as they are, past the store. */
export async function storeHeads(table: Table, calls: readonly Call[]): Promise<void> {
  const items = calls.map((call) => ({ ...keys.call.key(call.userId, call.id), ...call }));
  await putAll(table, items);
}

export async function storeWallet(table: Table, userId: number, changes: object = {}): Promise<void> {
  await put(table, { ...keys.wallet(userId), userId, balance: 1, available: 1, ...changes });
}

/** One a minute from 2026-06-30, of two assistants and two customers. */
export const settledCalls = (userId: number, count: number): Call[] =>
  Array.from({ length: count }, (_, index) =>
    buildCall({
      id: createRecordId(Date.UTC(2026, 5, 30) + index * 60_000, () => 0),
      userId,
      status: index % 3 === 0 ? 'busy' : 'completed',
      assistantId: 501 + (index % 2),
      clientPhoneNumber: `+1202555010${index % 2}`,
      hold: 0,
    }),
  );
