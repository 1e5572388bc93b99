import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { CallKey } from '#shared/calls/call.ts';
import type { DoNotCallStore } from '#shared/campaigns/do-not-call.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import type { ConversationEventItem, ConversationStateItem } from '#shared/conversations/conversation-items.ts';
import type { ConversationScriptItem } from '#shared/conversations/conversation-script-items.ts';
import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import type { ScriptInput } from '#shared/conversations/script.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { ConversationSocket } from '#shared/platform/socket/socket.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { InferOutput } from 'valibot';

/** The small, mutable part of a live conversation. */
export type ConversationState = InferOutput<typeof ConversationStateItem>;

/** The prompt and the settings of a conversation. Written once, when the carrier connects. */
export type ConversationScript = InferOutput<typeof ConversationScriptItem>;

/** An entry of the append-only log. `toTurns` computes the transcript from the log. */
export type ConversationEvent = InferOutput<typeof ConversationEventItem>;

export interface Conversation {
  state: ConversationState;
  script: ConversationScript;
  /** What the script was built from, if it can be built again. */
  source?: ScriptInput;
  /** Ordered by time. */
  events: ConversationEvent[];
  /** The customer's words that are stored with the answer to them. */
  unstored?: ReadonlyArray<{ at: number; text: string }>;
}

/** The dependencies of this feature. An operation takes the ones that it needs. */
export interface ConversationDeps {
  conversations: ConversationStore;
  socket: ConversationSocket;
  model: LanguageModel;
  models: ModelCatalogue;
  calls: CallStore;
  doNotCall: DoNotCallStore;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** Resolves after this many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** The number of the connection that the token allows. Undefined if the service did not create it for this call. */
  connectionOfToken: (token: string, key: CallKey, carrierCallId: string) => Promise<number | undefined>;
}

/** The state of a new conversation. The greeting, if there is one, is generation 0. */
export function newConversationState(
  connectionId: string,
  call: CallKey,
  script: ConversationScript,
  openedAt: number,
): ConversationState {
  return {
    connectionId,
    call,
    generation: 0,
    endingAt: null,
    nudgedGeneration: 0,
    silentSince: script.greeting === null ? openedAt : null,
    speakingSince: null,
    customerSpeaksSince: null,
    pendingKeys: [],
    cutAt: null,
    wordsToInterrupt: script.wordsToInterrupt,
    silenceSeconds: Math.min(script.reengagementInterval, script.maxSilenceDuration),
    openedAt,
  };
}

/**
 * The number of words with which the customer interrupts the assistant, counted by the service. 0: the service does not count.
 * A minimum of one word is left to the carrier, whose `ignoreBackchannel` setting filters out short sounds.
 */
export function wordsToInterrupt({
  allowInterruptions,
  minInterruptWords,
}: Pick<Assistant, 'allowInterruptions' | 'minInterruptWords'>): number {
  const words = minInterruptWords ?? 0;
  return allowInterruptions && words > 1 ? words : 0;
}

/** Counts words by the rules of Unicode, which also find words in scripts without spaces. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return Array.from(segments).filter((segment) => segment.isWordLike).length;
}
