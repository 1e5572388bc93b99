import type { IdSource } from '#shared/ports/id-source.ts';

/** Ids of one millisecond collide once in 4,096 draws; five collisions in a row mean a broken id source. */
const MAX_DRAWS = 5;

/** Draws ids until one is free for the record that `store` writes; gives that id and the other outcome. */
export async function drawId<Outcome extends string>(
  ids: IdSource,
  store: (id: number) => Promise<Outcome | 'id_taken'>,
): Promise<{ id: number; outcome: Outcome }> {
  for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
    const id = ids.recordId();
    const outcome = await store(id);
    if (outcome !== 'id_taken') return { id, outcome };
  }
  throw new Error('every record id that was drawn is taken');
}
