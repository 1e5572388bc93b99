import { createQueueTimer } from '#shared/adapters/system/queue-timer.ts';
import type { Timer } from '#shared/ports/timer.ts';
import { clock } from '#shared/runtime/clock.ts';
import { dueWork } from '#shared/runtime/due-work.ts';
import { queue } from '#shared/runtime/queue.ts';

export function timer(): Timer {
  return createQueueTimer({ queue: queue(), dueWork: dueWork(), clock: clock() });
}
