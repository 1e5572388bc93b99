import { releaseDueWork, type ReleaseDueWorkDeps } from '#shared/app/release-due-work.ts';
import { defineSchedule } from '#shared/platform/queue/schedule.ts';
import { clock } from '#shared/runtime/clock.ts';
import { dueWork } from '#shared/runtime/due-work.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { queue } from '#shared/runtime/queue.ts';

export const handler = defineSchedule({
  id: 'schedule/release-due-work',
  deps: (): ReleaseDueWorkDeps => ({ dueWork: dueWork(), queue: queue(), clock: clock(), logger }),
  handle: async (deps) => {
    await releaseDueWork(deps);
  },
});
