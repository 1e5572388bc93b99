import { sealCallLists, type SealCallListsDeps } from '#shared/app/seal-call-lists.ts';
import { defineSchedule } from '#shared/platform/queue/schedule.ts';
import { callList } from '#shared/runtime/call-list.ts';
import { clock } from '#shared/runtime/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { users } from '#shared/runtime/users.ts';

export const handler = defineSchedule({
  id: 'schedule/seal-call-lists',
  deps: (): SealCallListsDeps => ({ callList: callList(), users: users(), clock: clock(), logger }),
  handle: async (deps) => {
    await sealCallLists(deps);
  },
});
