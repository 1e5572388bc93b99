import type { QueueMessage, QueueName } from '#shared/messages/queue-messages.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Timer } from '#shared/ports/timer.ts';

export interface SetTimer {
  dueAt: number;
  queue: QueueName;
  message: QueueMessage<QueueName>;
}

export interface MemoryTimer extends Timer {
  /** Everything set so far, in order. */
  timers: SetTimer[];
}

export function createMemoryTimer(clock: Clock, callTimeSpeed = 1): MemoryTimer {
  const timers: SetTimer[] = [];
  return {
    timers,
    async at(dueAt, queue, message) {
      timers.push({ dueAt, queue, message: structuredClone(message) });
    },
    async afterCallSeconds(seconds, queue, message) {
      const dueAt = clock.now() + (seconds * 1000) / callTimeSpeed;
      timers.push({ dueAt, queue, message: structuredClone(message) });
    },
  };
}
