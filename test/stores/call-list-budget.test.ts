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
    expect(probes).toHaveLength(195);
    const over = probes.filter(
      ({ filters, findUnits, rowUnits, depth, requests, isExact }) =>
        !isExact ||
        findUnits > (filters.length <= 1 ? 20 : 40) ||
        rowUnits > 30 ||
        depth > 4 ||
        requests > (filters.length <= 1 ? 6 : 12),
    );
    expect(over).toEqual([]);
    // A process that has cached the segments asks for their version and the heads above them, not for all counts again.
    expect(probes.filter(({ warmUnits, findUnits }) => warmUnits > findUnits + 1)).toEqual([]);
    const warm = probes.map(({ warmUnits }) => warmUnits).toSorted((one, other) => one - other);
    expect(warm[Math.floor(warm.length / 2)]).toBeLessThanOrEqual(8);
  });
});
