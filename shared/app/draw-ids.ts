import type { IdSource } from '#shared/ports/id-source.ts';

/** Far beyond what luck needs: eleven ids of one millisecond meet in one of 75 draws, hundreds only from a broken source. */
const MAX_DRAWS = 1000;

/** Draws so many different ids, in ascending order. */
export function drawIds(ids: IdSource, count: number): number[] {
  const drawn = new Set<number>();
  for (let draws = 0; drawn.size < count; draws += 1) {
    if (draws === MAX_DRAWS) throw new Error(`of ${MAX_DRAWS} record ids no ${count} were different`);
    drawn.add(ids.recordId());
  }
  return [...drawn].toSorted((one, other) => one - other);
}
