import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { ItemKey } from '#shared/table/definition.ts';

/** DynamoDB takes so many keys at once. */
const KEYS_AT_ONCE = 100;

/** The items of these keys, strongly consistent, in one round trip; a missing item is missing. */
export async function batchGet(table: Table, wanted: readonly ItemKey[]): Promise<FoundItems> {
  const found = new Map<string, Record<string, unknown>>();
  const chunks = Array.from({ length: Math.ceil(wanted.length / KEYS_AT_ONCE) }, (_, index) =>
    wanted.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
  );
  await Promise.all(chunks.map((chunk) => getChunk(table, chunk, found)));
  return { get: (key) => found.get(nameOf(key)) };
}

export interface FoundItems {
  get(key: ItemKey): Record<string, unknown> | undefined;
}

async function getChunk({ client, tableName }: Table, chunk: ItemKey[], found: Map<string, Record<string, unknown>>) {
  let keysLeft: Record<string, unknown>[] = chunk.map((key) => ({ ...key }));
  while (keysLeft.length > 0) {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: keysLeft, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[tableName] ?? []) found.set(nameOf(item), item);
    keysLeft = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
}

function nameOf(key: Partial<Record<'pk' | 'sk', unknown>>): string {
  return `${String(key.pk)} ${String(key.sk)}`;
}
