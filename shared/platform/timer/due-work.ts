import type { Clock } from '#shared/platform/clock.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import { messageGroup, type Queue } from '#shared/platform/queue/queue.ts';

/** Work that is due later than a queue can delay it. */
export interface DueWork<Name extends QueueName = QueueName> {
  dueAt: number;
  queue: Name;
  message: QueueMessage<Name>;
}

export interface DueWorkStore {
  add<Name extends QueueName>(work: DueWork<Name>): Promise<void>;
  /**
   * Hands every item due by `now` to `release` and removes it afterwards, so that a crash in between releases it again.
   * Gives the number of released items.
   */
  releaseDue(now: number, release: (work: DueWork) => Promise<void>): Promise<number>;
}

export interface ReleaseDueWorkDeps {
  dueWork: DueWorkStore;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

/** Puts all work whose time has come on its queue. Gives how much that was. */
export async function releaseDueWork(deps: ReleaseDueWorkDeps): Promise<number> {
  const released = await deps.dueWork.releaseDue(deps.clock.now(), ({ queue, message }) =>
    deps.queue.send(queue, message, messageGroup(message)),
  );
  if (released > 0) deps.logger.info('due work released', { released });
  return released;
}
