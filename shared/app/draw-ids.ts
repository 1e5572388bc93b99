import type { IdSource } from '#shared/ports/id-source.ts';

/** Far beyond what luck needs: eleven ids of one millisecond meet in one of 75 draws, hundreds only from a broken source. */
const MAX_DRAWS = 1000;

/** Draws so many ids that differ from one another and from those given, in ascending order. */
export function drawIds(ids: IdSource, count: number, others: readonly number[]): number[] {
  const drawn = new Set<number>();
  for (let draws = 0; drawn.size < count; draws += 1) {
    if (draws === MAX_DRAWS) throw new Error(`of ${MAX_DRAWS} record ids no ${count} were different`);
    const id = ids.recordId();
    if (!others.includes(id)) drawn.add(id);
  }
  return [...drawn].toSorted((one, other) => one - other);
}
