import { sealCallLists, type SealCallListsDeps } from '#shared/app/seal-call-lists.ts';
import { defineSchedule } from '#shared/platform/queue/schedule.ts';
import { calls } from '#shared/runtime/calls.ts';
import { clock } from '#shared/runtime/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { users } from '#shared/runtime/users.ts';

export const handler = defineSchedule({
  id: 'schedule/seal-call-lists',
  deps: (): SealCallListsDeps => ({ calls: calls(), users: users(), clock: clock(), logger }),
  handle: async (deps) => {
    await sealCallLists(deps);
  },
});
