import { createRandomIds } from '#shared/adapters/system/random-ids.ts';
import { createSystemClock } from '#shared/adapters/system/system-clock.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import { environment } from '#shared/runtime/environment.ts';

export function clock(): Clock {
  return createSystemClock(environment.timeScale);
}

export function ids(): IdSource {
  return createRandomIds(clock());
}
