import { describe, expect, it } from 'vitest';
import { readSeals } from '#shared/adapters/dynamodb/call-list/read-seals.ts';
import { createHistory } from '#test/support/call-history.ts';
import { createRandom } from '#test/support/fakes.ts';
import { useTable } from '#test/support/table.ts';

/** LISTS=20000 for the long run, SEED=n to repeat one. */
const LISTS = Number(process.env['LISTS'] ?? 600);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const HISTORIES = Math.ceil(LISTS / 100);
const table = useTable();

describe('lists of calls against brute force', () => {
  it(
    `gives the same rows, order and total in ${LISTS} lists of random histories, with seals, kills, late and deleted calls in between`,
    async () => {
      const seen = { rows: 0, leaves: 0, branches: 0 };
      for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
        const random = createRandom(seed);
        const real = { client: table.client(), tableName: table.tableName };
        const history = await createHistory(real, 10_000 + seed, random);
        for (let list = 0; list < LISTS / HISTORIES; list += 1) {
          for (let step = random.below(6); step > 0; step -= 1) await history.step();
          const filter = history.randomFilter();
          const perPage = random.pick([1, 3, 10, 100]);
          const expected = history.bruteForce(filter);
          const lastPage = Math.max(1, Math.ceil(expected.length / perPage));
          const page = random.pick([1, 1, lastPage, 1 + random.below(lastPage + 1)]);
          // Sealing goes on while the list is read: it must not be seen.
          const [answer] = await Promise.all([
            history.store.list(10_000 + seed, filter, { page, perPage }),
            random.chance(0.3) ? history.seal() : undefined,
          ]);
          const asked = { seed, list, filter, page, perPage };
          const ids = answer.rows.map(({ call }) => call.id);
          expect({ asked, total: answer.total, ids }).toEqual({
            asked,
            total: expected.length,
            ids: expected.slice((page - 1) * perPage, page * perPage),
          });
          expect(answer.rows.map(({ call }) => call)).toEqual(ids.map((id) => history.truth.get(id)));
          seen.rows += ids.length;
        }
        const seals = await readSeals(real, 10_000 + seed, 'totals', Number.MAX_SAFE_INTEGER);
        seen.leaves += seals.filter(({ level }) => level === 'leaf').length;
        seen.branches += seals.filter(({ level }) => level === 'branch').length;
      }
      expect(seen.rows).toBeGreaterThan(LISTS / 2);
      expect(seen.leaves).toBeGreaterThan(HISTORIES);
      expect(seen.branches).toBeGreaterThan(HISTORIES);
    },
    60_000 + LISTS * 60,
  );
});
