import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { keys } from '#shared/platform/table/keys.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import { loadCalls, makeCalls, shapes } from '#test/bench/load-calls.ts';
import { createMeter } from '#test/bench/meter.ts';
import { probeLists } from '#test/bench/probe-lists.ts';
import { createCalls } from '#test/support/call-stores.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

describe('what lists cost, for every mix of filters, on the first, middle and last page', () => {
  it.each(shapes.map((shape, index) => ({ ...shape, userId: index + 1, count: index === 0 ? 3000 : 1500 })))(
    'stays in its budget, and is exact, for $count calls of $assistants assistants with $campaigns campaigns each',
    { timeout: 60_000 },
    async ({ userId, count, ...shape }) => {
      const real = { client: table.client(), tableName: table.tableName };
      const calls = makeCalls(userId, count, shape);
      await loadCalls(real, calls);
      const probes = await probeLists(real, calls);
      expect(probes).toHaveLength(195);
      const over = probes.filter(
        ({ findUnits, rowUnits, depth, requests, isExact }) =>
          !isExact || findUnits > 20 || rowUnits > 15 || depth > 4 || requests > 12,
      );
      expect(over).toEqual([]);
      // A process that has cached the summaries asks for their version and the heads above them, not for all again.
      expect(probes.filter(({ warmUnits, findUnits }) => warmUnits > findUnits + 1)).toEqual([]);
      const warm = probes.map(({ warmUnits }) => warmUnits).toSorted((one, other) => one - other);
      expect(warm[Math.floor(warm.length / 2)]).toBeLessThanOrEqual(8);
    },
  );
});

describe('what closing costs', () => {
  it('is less than one write unit a call, in steps of 16 calls', { timeout: 60_000 }, async () => {
    const userId = 90;
    const calls = makeCalls(userId, 1600, shapes[1]).filter(({ hold }) => hold === 0);
    const { client, tableName } = { client: table.client(), tableName: table.tableName };
    const Item = { ...keys.wallet(userId), userId, balance: 1, available: 1 };
    await client.send(new PutCommand({ TableName: tableName, Item }));
    const meter = createMeter(client);
    const store = createCalls({ client: meter.client, tableName });
    for (let start = 0; start < calls.length; start += 16) {
      const some = calls.slice(start, start + 16);
      const puts = some.map((call) => ({ PutRequest: { Item: { ...keys.call.key(userId, call.id), ...call } } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
      await store.closeSegments(userId, recordIdTime(some.at(-1)!.id) + 121_000, 3);
    }
    expect(meter.read().writeUnits / calls.length).toBeLessThan(1);
  });
});
