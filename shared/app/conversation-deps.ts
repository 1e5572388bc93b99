import type { CallStore } from '#shared/ports/call-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { ConversationSocket } from '#shared/ports/conversation-socket.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import type { LanguageModel } from '#shared/ports/language-model.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { Timer } from '#shared/ports/timer.ts';

/** What every part of a live conversation works with. */
export interface ConversationDeps {
  conversations: ConversationStore;
  socket: ConversationSocket;
  calls: CallStore;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

export interface AnswerDeps extends ConversationDeps {
  model: LanguageModel;
}
