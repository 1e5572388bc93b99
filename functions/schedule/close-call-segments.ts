import { closeCallSegments, type CloseCallSegmentsDeps } from '#shared/calls/listing/close-segments.ts';
import { callList, segmentCursor, users } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { defineSchedule } from '#shared/platform/timer/timer.ts';

export const handler = defineSchedule({
  id: 'schedule/close-call-segments',
  deps: (): CloseCallSegmentsDeps => ({
    callList: callList(),
    users: users(),
    segmentCursor: segmentCursor(),
    clock: clock(),
    logger,
  }),
  handle: async (deps) => {
    await closeCallSegments(deps);
  },
});
