import { randomInt, randomUUID } from 'node:crypto';
import { createRecordId } from '#shared/domain/ids/record-id.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';

const RANDOM_STEPS = 2 ** 32;

export function createRandomIds(clock: Clock): IdSource {
  return {
    recordId: () => createRecordId(clock.now(), () => randomInt(RANDOM_STEPS) / RANDOM_STEPS),
    uuid: () => randomUUID(),
  };
}
