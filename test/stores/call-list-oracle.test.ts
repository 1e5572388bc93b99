import { describe, expect, it } from 'vitest';
import { readSummaries } from '#shared/calls/listing/change-summaries.ts';
import { toShownCall } from '#shared/calls/shown-call.ts';
import { createHistory } from '#test/stores/call-history.ts';
import { createRandom } from '#test/support/fakes.ts';
import { useTable } from '#test/support/table.ts';

/** LISTS=20000 for the long run, SEED=n to begin with another history. */
const LISTS = Number(process.env['LISTS'] ?? 200);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const LISTS_PER_HISTORY = 100;
/** Twenty times what a history takes on an idle machine. Nothing here depends on time: the limit ends a hang, and nothing else. */
const LIMIT_MS = 120_000;

const seeds = Array.from({ length: Math.ceil(LISTS / LISTS_PER_HISTORY) }, (_, index) => FIRST_SEED + index);
const table = useTable();

describe('lists of calls against brute force, with closed segments, kills, late and deleted calls in between', () => {
  it.each(seeds)(
    'are the same rows, in the same order, with the same total, in history %i',
    async (seed) => {
      const userId = 10_000 + seed;
      const random = createRandom(seed);
      const real = table.real();
      const history = await createHistory(real, userId, random);
      let seenRows = 0;
      for (let list = 0; list < LISTS_PER_HISTORY; list += 1) {
        for (let step = random.below(6); step > 0; step -= 1) await history.step();
        const filter = history.randomFilter();
        const perPage = random.pick([1, 3, 10, 100]);
        const matching = history.bruteForce(filter);
        // The id of a call, one that none has, or none at all.
        const beforeId =
          random.chance(0.4) && matching.length > 0 ? random.pick(matching) + random.below(2) : undefined;
        const expected = matching.filter((id) => id < (beforeId ?? Infinity));
        const lastPage = Math.max(1, Math.ceil(expected.length / perPage));
        const page = random.pick([1, 1, lastPage, 1 + random.below(lastPage + 1)]);
        // Segments are closed while the list is read, which must not be visible.
        const [answer] = await Promise.all([
          history.store.list(userId, filter, { page, perPage, beforeId }),
          random.chance(0.3) ? history.seal() : undefined,
        ]);
        const asked = { seed, list, filter, page, perPage, beforeId };
        const ids = expected.slice((page - 1) * perPage, page * perPage);
        const rows = answer.rows.map(({ call }) => call);
        expect({ asked, total: answer.total, rows }).toEqual({
          asked,
          total: expected.length,
          rows: ids.flatMap((id) => history.truth.get(id) ?? []).map(toShownCall),
        });
        seenRows += ids.length;
      }
      const levels = (await readSummaries(real, userId)).map(({ level }) => level);
      // A history that shows or closes nothing proves nothing.
      expect(seenRows).toBeGreaterThan(LISTS_PER_HISTORY / 2);
      expect(Math.max(...levels)).toBeGreaterThan(1);
    },
    LIMIT_MS,
  );
});
