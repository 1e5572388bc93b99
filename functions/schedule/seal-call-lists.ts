import { sealCallLists, type SealCallListsDeps } from '#shared/calls/listing/close-segments.ts';
import { defineSchedule } from '#shared/platform/queue/schedule.ts';
import { callList, clock, users } from '#shared/container.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

export const handler = defineSchedule({
  id: 'schedule/seal-call-lists',
  deps: (): SealCallListsDeps => ({ callList: callList(), users: users(), clock: clock(), logger }),
  handle: async (deps) => {
    await sealCallLists(deps);
  },
});
