import type { CallStore } from '#shared/ports/call-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { Timer } from '#shared/ports/timer.ts';

/** What every part of a call that a speech model holds works with. Its log is kept under the carrier's id of the call. */
export interface RealtimeDeps {
  calls: CallStore;
  conversations: ConversationStore;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}
