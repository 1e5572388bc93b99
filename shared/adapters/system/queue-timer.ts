import { messageGroup } from '#shared/messages/message-group.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { DueWorkStore } from '#shared/ports/due-work-store.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { Timer } from '#shared/ports/timer.ts';

/** The longest delay that SQS takes. */
const LONGEST_QUEUE_DELAY_SECONDS = 900;

export interface QueueTimerParts {
  queue: Queue;
  dueWork: DueWorkStore;
  clock: Clock;
}

/** Up to 15 minutes ahead a timer is a delayed message; beyond, work that the schedule releases when it is due. */
export function createQueueTimer({ queue, dueWork, clock }: QueueTimerParts): Timer {
  const at: Timer['at'] = async (dueAt, name, message) => {
    // Whole seconds, rounded up: a timer may be late by a second, but hardly ever early.
    const delaySeconds = Math.max(0, Math.ceil((dueAt - clock.now()) / 1000));
    if (delaySeconds > LONGEST_QUEUE_DELAY_SECONDS) await dueWork.add({ dueAt, queue: name, message });
    else await queue.send(name, message, { ...messageGroup(message), delaySeconds });
  };
  return {
    at,
    afterCallSeconds: (seconds, name, message) => at(Math.round(clock.now() + clock.callMs(seconds)), name, message),
    // Delays are whole seconds of the wall clock.
    latenessSeconds: 1000 / clock.callMs(1),
  };
}
