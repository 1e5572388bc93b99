import { createRecordId } from '#shared/domain/ids/record-id.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';

/** Ids that are never drawn twice, at the time of the clock. */
export function createCountingIds(clock: Clock): IdSource {
  let drawn = 0;
  return {
    recordId: () => {
      drawn += 1;
      return createRecordId(clock.now(), () => 0) + drawn;
    },
    uuid: () => {
      drawn += 1;
      return `00000000-0000-4000-8000-${String(drawn).padStart(12, '0')}`;
    },
  };
}
