import { dueWork, queue } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { defineSchedule, releaseDueWork, type ReleaseDueWorkDeps } from '#shared/platform/timer/timer.ts';

export const handler = defineSchedule({
  id: 'schedule/release-due-work',
  deps: (): ReleaseDueWorkDeps => ({ dueWork: dueWork(), queue: queue(), clock: clock(), logger }),
  handle: async (deps, share) => {
    await releaseDueWork(share, deps);
  },
});
