import { describe, expect, it } from 'vitest';
import { loadCalls, makeCalls } from '#test/bench/load-calls.ts';
import { probeLists } from '#test/bench/probe-lists.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

describe('what lists of 3,000 calls cost, for every mix of filters, on the first, middle and last page', () => {
  it('stays in its budget of read units and round trips, and is exact', { timeout: 60_000 }, async () => {
    const real = { client: table.client(), tableName: table.tableName };
    const calls = makeCalls(1, 3000);
    await loadCalls(real, calls);
    const probes = await probeLists(real, calls);
    expect(probes).toHaveLength(192);
    const over = probes.filter(
      ({ filters, findUnits, rowUnits, depth, requests, isExact }) =>
        !isExact ||
        findUnits > (filters.length <= 1 ? 20 : 40) ||
        rowUnits > 30 ||
        depth > 4 ||
        requests > (filters.length <= 1 ? 6 : 12),
    );
    expect(over).toEqual([]);
  });
});
