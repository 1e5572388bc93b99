import type { Clock } from '#shared/platform/clock.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import { messageGroup, type Queue } from '#shared/platform/queue/queue.ts';
import type { WorkerShare } from '#shared/platform/queue/schedule.ts';

/** Work that is due later than SQS can delay a message. */
export interface DueWork<Name extends QueueName = QueueName> {
  dueAt: number;
  queue: Name;
  message: QueueMessage<Name>;
}

export interface DueWorkStore {
  add<Name extends QueueName>(work: DueWork<Name>): Promise<void>;
  /**
   * Passes every item due by `now` to `release` and deletes it afterwards: a crash in between releases it again.
   * Returns the number of released items.
   * @param share the worker's part of the shards; all of them by default
   */
  releaseDue(now: number, release: (work: DueWork) => Promise<void>, share?: WorkerShare): Promise<number>;
}

export interface ReleaseDueWorkDeps {
  dueWork: DueWorkStore;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

/** Queues the due work of a worker's share. Returns the number of items. */
export async function releaseDueWork(share: WorkerShare, deps: ReleaseDueWorkDeps): Promise<number> {
  const release = ({ queue, message }: DueWork) => deps.queue.send(queue, message, messageGroup(message));
  const released = await deps.dueWork.releaseDue(deps.clock.now(), release, share);
  if (released > 0) deps.logger.info('due work released', { released, ...share });
  return released;
}
