import { randomInt, randomUUID } from 'node:crypto';
import { clock, type Clock } from '#shared/platform/clock.ts';

export const ID_EPOCH_MS = 1_735_689_600_000;
const RANDOM_SPAN = 4096;

/** 41 bits of milliseconds since 2025-01-01 UTC and 12 random bits: exact in JSON, ordered by creation, until 2094. */
export function createRecordId(nowMs: number, random: () => number): number {
  return (nowMs - ID_EPOCH_MS) * RANDOM_SPAN + Math.floor(random() * RANDOM_SPAN);
}

/** In epoch milliseconds. */
export function recordIdTime(id: number): number {
  return Math.floor(id / RANDOM_SPAN) + ID_EPOCH_MS;
}

export function firstRecordIdAt(timeMs: number): number {
  return Math.max(0, timeMs - ID_EPOCH_MS) * RANDOM_SPAN;
}

export interface IdSource {
  recordId(): number;
  uuid(): string;
}

const RANDOM_STEPS = 2 ** 32;

export function createRandomIds(clock: Clock): IdSource {
  return {
    recordId: () => createRecordId(clock.now(), () => randomInt(RANDOM_STEPS) / RANDOM_STEPS),
    uuid: () => randomUUID(),
  };
}

/** Ids of one millisecond collide once in 4,096 draws, and are drawn again; five in a row mean a broken id source. */
const MAX_DRAWS = 5;

/** The number of the next draw, from 1. @throws Error after the last one */
export function nextDraw(draw: number): number {
  if (draw === MAX_DRAWS) throw new Error('every record id that was drawn is taken');
  return draw + 1;
}

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
