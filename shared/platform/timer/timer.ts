import type { Clock } from '#shared/platform/clock.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import { messageGroup, type Queue } from '#shared/platform/queue/queue.ts';
import type { DueWorkStore } from '#shared/platform/timer/due-work.ts';

/** Delivers a queue message at a later time: at least once, and at most a second early. */
export interface Timer {
  /** @param dueAt epoch milliseconds; a time in the past fires at once. */
  at<Name extends QueueName>(dueAt: number, queue: Name, message: QueueMessage<Name>): Promise<void>;
  /** Like `at`, in call seconds from now. */
  afterCallSeconds<Name extends QueueName>(seconds: number, queue: Name, message: QueueMessage<Name>): Promise<void>;
  /** How late a timer may fire, in call seconds. */
  readonly latenessSeconds: number;
}

/** The longest delay of SQS. */
const LONGEST_QUEUE_DELAY_SECONDS = 900;

export interface QueueTimerParts {
  queue: Queue;
  dueWork: Pick<DueWorkStore, 'add'>;
  clock: Clock;
}

/** Up to 15 minutes ahead a timer is a delayed message; beyond that, due work that the schedule releases. */
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
