import { createRandom } from '#test/support/fakes.ts';

export type Chance = ReturnType<typeof createChance>;

/** The same seed gives the same case. */
export function createChance(seed: number) {
  const { below, chance, pick } = createRandom(seed);
  return { is: chance, int: (least: number, most: number) => least + below(most - least + 1), one: pick };
}
