import { createRandomIds } from '#shared/adapters/system/random-ids.ts';
import { systemClock } from '#shared/adapters/system/system-clock.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';

export function clock(): Clock {
  return systemClock;
}

export function ids(): IdSource {
  return createRandomIds(systemClock);
}
