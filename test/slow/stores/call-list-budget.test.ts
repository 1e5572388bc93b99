import { beforeAll, describe, expect, it } from 'vitest';
import { matchesFilter, type CallFilter } from '#shared/calls/listing/call-groups.ts';
import { readSummaries } from '#shared/calls/listing/change-summaries.ts';
import { toSummaryItem } from '#shared/calls/listing/summary-items.ts';
import { createRecordId, recordIdTime } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { loadCalls, makeCalls, shapes } from '#test/bench/load-calls.ts';
import { createMeter } from '#test/bench/meter.ts';
import { probeLists } from '#test/bench/probe-lists.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createCalls, storeHeads, storeWallet } from '#test/stores/call-stores.ts';
import { buildCall } from '#test/support/builders.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

describe('what lists cost, for every mix of filters, on the first, middle and last page', () => {
  it.each(shapes.map((shape, index) => ({ shape, userId: index + 1, count: index === 0 ? 3000 : 1500 })))(
    'stays in its budget, and is exact, for $count calls of $shape.assistants assistants with $shape.campaigns campaigns each',
    async ({ userId, count, shape }) => {
      const real = table.real();
      const calls = makeCalls(userId, count, shape);
      await loadCalls(real, calls);
      // The mixes are the same for every shape: all of them once, then those of few filters and of nearly all.
      const isWhole = shape === shapes[0];
      const probes = await probeLists(real, calls, (filters) => isWhole || filters < 3 || filters > 5);
      expect(probes).toHaveLength(isWhole ? 390 : 117);
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
  it('is less than one write unit a call, in steps of 16 calls', async () => {
    const userId = 90;
    const calls = makeCalls(userId, 1600, shapes[1]).filter(({ hold }) => hold === 0);
    await storeWallet(table.real(), userId);
    const meter = createMeter(table.client());
    const store = createCalls({ ...table.real(), client: meter.client });
    for (let start = 0; start < calls.length; start += 16) {
      const some = calls.slice(start, start + 16);
      await storeHeads(table.real(), some);
      await store.closeSegments(userId, recordIdTime(some.at(-1)!.id) + 121_000, 3);
    }
    expect(meter.read().writeUnits / calls.length).toBeLessThan(1);
  });
});

describe('what lists of a user with 1,000 waiting calls cost', () => {
  const userId = 91;
  const types = ['outbound', 'web'] as const;
  const ended = makeCalls(userId, 400, shapes[0]).filter(({ hold }) => hold === 0);
  const first = recordIdTime(ended.at(-1)!.id) + 1000;
  const waiting = Array.from({ length: 1000 }, (_, index) =>
    buildCall({
      id: createRecordId(first + index * 1000, () => 0),
      userId,
      status: 'initiated',
      type: types[index % 2]!,
      assistantId: 501 + (index % 3),
      clientPhoneNumber: `+12025550${100 + (index % 50)}`,
      hold: 1,
    }),
  );
  const calls = [...ended, ...waiting];

  beforeAll(async () => {
    const real = table.real();
    await loadCalls(real, ended);
    await storeHeads(real, waiting);
    await storeWallet(real, userId);
    await createCalls(real).closeSegments(userId, first + 3_600_000, 1000);
  });

  it.each([
    { name: 'no filter', filter: {} },
    { name: 'a type', filter: { type: 'web' } },
    { name: 'an assistant', filter: { assistantId: 502 } },
    { name: 'a number', filter: { phoneNumber: '+12025550107' } },
    { name: 'dates', filter: { from: first + 100_000, before: first + 900_000 } },
  ] satisfies Array<{ name: string; filter: CallFilter }>)(
    'stays flat with $name: their rows are known without their heads',
    async ({ filter }) => {
      const meter = createMeter(table.client());
      const lists = createCalls({ client: meter.client, tableName: table.tableName });
      const expected = calls.filter((call) => matchesFilter(call, filter)).toReversed();
      for (const page of [1, 2, Math.ceil(expected.length / 15)]) {
        const { rows, total } = await lists.list(userId, filter, { page, perPage: 15 });
        expect({ page, total, ids: rows.map(({ call }) => call.id) }).toEqual({
          page,
          total: expected.length,
          ids: expected.slice((page - 1) * 15, page * 15).map(({ id }) => id),
        });
        const { findUnits, rowUnits, depth } = meter.read();
        expect([findUnits <= 25, rowUnits <= 30, depth <= 4], `${findUnits}, ${rowUnits}, ${depth}`).toEqual([
          true,
          true,
          true,
        ]);
      }
    },
  );

  it.each([
    { name: 'a status', filter: { status: 'initiated' } },
    { name: 'live calls', filter: { isLive: true } },
  ] satisfies Array<{ name: string; filter: CallFilter }>)('reads each head for $name, once', async ({ filter }) => {
    const meter = createMeter(table.client());
    const lists = createCalls({ client: meter.client, tableName: table.tableName });
    const { total } = await lists.list(userId, filter, { page: 1, perPage: 15 });
    expect(total).toBe(1000);
    expect(meter.read().rowUnits).toBeLessThan(1100);
  });

  it('keeps them in summaries of at most 128 open calls, so that an end changes little', async () => {
    const summaries = await readSummaries(table.real(), userId);
    const open = summaries.map((summary) => summary.open.length);
    expect(open.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(900);
    expect(Math.max(...open)).toBeLessThanOrEqual(128);
  });

  it('is exact for summaries of an older release, which have only the ids of open calls', async () => {
    const real = table.real();
    for (const summary of await readSummaries(real, userId)) {
      await put(real, {
        ...keys.callSummary.key(userId, summary.from),
        ...toSummaryItem({ ...summary, openRows: [] }),
      });
    }
    const filter = { type: 'web', assistantId: 502 } as const;
    const { total } = await createCalls(real).list(userId, filter, { page: 1, perPage: 15 });
    expect(total).toBe(calls.filter((call) => matchesFilter(call, filter)).length);
  });
});

describe('calls of the last two minutes', () => {
  it.each([
    { count: 300, ageMs: 30_000, isClosed: true, name: 'are closed after a burst of 256' },
    { count: 200, ageMs: 30_000, isClosed: false, name: 'are left out after fewer' },
    {
      count: 300,
      ageMs: 12_000,
      isClosed: false,
      name: 'are left out for 15 seconds after a burst: some may not be stored yet',
    },
  ])('$name', async ({ count, ageMs, isClosed }) => {
    const userId = newUserId();
    const now = Date.UTC(2026, 6, 1);
    const real = table.real();
    const calls = Array.from({ length: count }, (_, index) =>
      buildCall({ id: createRecordId(now - ageMs + index, () => 0), userId, status: 'initiated', hold: 1 }),
    );
    await storeHeads(real, calls);
    await storeWallet(real, userId);
    await createCalls(real).closeSegments(userId, now, 10);
    const summaries = await readSummaries(real, userId);
    expect(summaries.flatMap(({ open }) => open)).toHaveLength(isClosed ? count : 0);
  });
});
