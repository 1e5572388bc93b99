import { messageGroup } from '#shared/messages/message-group.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { DueWorkStore } from '#shared/ports/due-work-store.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface ReleaseDueWorkDeps {
  dueWork: DueWorkStore;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

/** Puts all work whose time has come on its queue. Gives how much that was. */
export async function releaseDueWork(deps: ReleaseDueWorkDeps): Promise<number> {
  const released = await deps.dueWork.drain(deps.clock.now(), ({ queue, message }) =>
    deps.queue.send(queue, message, messageGroup(message)),
  );
  if (released > 0) deps.logger.info('due work released', { released });
  return released;
}
