import { randomInt, randomUUID } from 'node:crypto';
import { clock, type Clock } from '#shared/platform/clock.ts';

/** 2025-01-01T00:00:00Z in epoch milliseconds: the epoch of record ids. */
export const ID_EPOCH_MS = 1_735_689_600_000;
const RANDOM_SPAN = 4096;

/**
 * Creates a record id: 41 bits of milliseconds since 2025-01-01 UTC and 12 random bits, 53 bits in all. A positive integer that
 * JSON represents exactly, ordered by creation time, until the year 2094. Two records of one millisecond get the same id
 * with a probability of 1 in 4,096: the condition of the second write fails, and it draws again.
 */
export function createRecordId(nowMs: number, random: () => number): number {
  return (nowMs - ID_EPOCH_MS) * RANDOM_SPAN + Math.floor(random() * RANDOM_SPAN);
}

/** The creation time of an id, in epoch milliseconds. */
export function recordIdTime(id: number): number {
  return Math.floor(id / RANDOM_SPAN) + ID_EPOCH_MS;
}

/** The smallest id that a record created at this epoch millisecond can have. */
export function firstRecordIdAt(timeMs: number): number {
  return Math.max(0, timeMs - ID_EPOCH_MS) * RANDOM_SPAN;
}

/** The source of ids and tokens for new records. */
export interface IdSource {
  /** A new record id; see `createRecordId`. */
  recordId(): number;
  /** A random UUID, version 4. */
  uuid(): string;
}

const RANDOM_STEPS = 2 ** 32;

export function createRandomIds(clock: Clock): IdSource {
  return {
    recordId: () => createRecordId(clock.now(), () => randomInt(RANDOM_STEPS) / RANDOM_STEPS),
    uuid: () => randomUUID(),
  };
}

/** Ids of one millisecond collide once in 4,096 draws; five collisions in a row mean a broken id source. */
const MAX_DRAWS = 5;

/** The number of the next draw, from 1. @throws Error after the last one */
export function nextDraw(draw: number): number {
  if (draw === MAX_DRAWS) throw new Error('every record id that was drawn is taken');
  return draw + 1;
}

/** Draws ids until `store` does not return `id_taken`. Returns the id and the outcome. */
export async function drawId<Outcome extends string>(
  ids: IdSource,
  store: (id: number) => Promise<Outcome | 'id_taken'>,
): Promise<{ id: number; outcome: Outcome }> {
  for (let draw = 1; ; draw = nextDraw(draw)) {
    const id = ids.recordId();
    const outcome = await store(id);
    if (outcome !== 'id_taken') return { id, outcome };
  }
}

/** Eleven ids of one millisecond collide in one of 75 draws. This many draws mean a broken id source. */
const MAX_DRAWS_OF_SEVERAL = 1000;

/** Draws `count` distinct ids that are not among `others`. Returns them in ascending order. */
export function drawIds(ids: IdSource, count: number, others: readonly number[]): number[] {
  const drawn = new Set<number>();
  for (let draws = 0; drawn.size < count; draws += 1) {
    if (draws === MAX_DRAWS_OF_SEVERAL)
      throw new Error(`of ${MAX_DRAWS_OF_SEVERAL} record ids no ${count} were different`);
    const id = ids.recordId();
    if (!others.includes(id)) drawn.add(id);
  }
  return [...drawn].toSorted((one, other) => one - other);
}

export function ids(): IdSource {
  return createRandomIds(clock());
}
