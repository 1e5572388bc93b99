import type { FillerConfig, Assistant } from '#shared/assistants/assistant.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { CallKey } from '#shared/calls/call.ts';
import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { ConversationSocket } from '#shared/platform/socket/socket-client.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

/** The small, changing part of a live conversation. */
export interface ConversationState {
  connectionId: string;
  call: CallKey;
  /**
   * Counts who has the word: it grows whenever the customer speaks or interrupts and whenever the assistant starts on its own.
   * Whoever speaks for an older generation must stop.
   */
  generation: number;
  /** Set once, when the assistant has decided to end the call: nothing but the last words is said after that. */
  endingAt: number | null;
  /** The generation in which the assistant broke a silence; 0 = never. */
  nudgedGeneration: number;
  /** Since when nobody speaks; null while somebody does. It names a silence: a timer of another silence means nothing. */
  silentSince: number | null;
  /** Since when the assistant's voice is heard; null while it is not. A voice that breaks a silence does not count. */
  speakingSince: number | null;
  /** When the customer began to speak, as long as the words have not come; null otherwise. It may have been a cough. */
  customerSpeaksSince: number | null;
  /** Words that the customer must say over the assistant to be given the word; 0 = any sound interrupts, at the carrier. */
  wordsToInterrupt: number;
  /** The silence after which the assistant speaks again or, if that comes first, says goodbye; seconds of the call. */
  silenceSeconds: number;
  openedAt: number;
}

/** What a conversation is held with; written once, when the carrier connects. */
export interface ConversationScript {
  /** The catalogue's id of the assistant's language: the fixed phrases are looked up by it. */
  languageId: number;
  /** The assistant's language, BCP-47. */
  locale: string;
  /** The system prompt with its variables filled in. */
  systemPrompt: string;
  /** The first words, with variables filled in; null when the customer speaks first. */
  greeting: string | null;
  /** The catalogue's id of the language model. */
  modelId: number;
  temperature: number;
  /** What the model is told about the tool that ends the call; null when the assistant has none. */
  endCallDescription: string | null;
  /** Whether the customer can have the number taken off: true in the calls of campaigns. */
  canRefuseCalls: boolean;
  reengagementInterval: number;
  maxSilenceDuration: number;
  allowedSeconds: number;
  /** Whether the customer can cut the assistant short. */
  allowInterruptions: boolean;
  /** As in the state. */
  wordsToInterrupt: number;
  /** What is said while the model is slow; null when nothing is. */
  fillers: FillerConfig | null;
}

/**
 * What happened in a conversation. The log is append-only; `toTurns` reads the transcript from it. Where the carrier numbers
 * what was said, `sequence` orders it better than the time does.
 */
export type ConversationEvent =
  | { kind: 'customer_said'; at: number; text: string; sequence?: number | undefined }
  /**
   * `filler`: said while the model was slow, and cut short by the answer. `continues`: said in one go with the words of its
   * generation before it, though the carrier plays it by itself.
   */
  | {
      kind: 'assistant_said';
      at: number;
      generation: number;
      text: string;
      filler?: boolean | undefined;
      continues?: boolean | undefined;
      sequence?: number | undefined;
    }
  /** The customer cut the assistant short; `heard` is what was played until then. */
  | { kind: 'interrupted'; at: number; generation: number; heard: string }
  /** The carrier's voice has played this piece. It tells so where the assistant's own words may cut older ones short. */
  | { kind: 'played'; at: number; text: string };

export interface Conversation {
  state: ConversationState;
  script: ConversationScript;
  /** In the order of time. */
  events: ConversationEvent[];
}

/** The state in which a conversation begins: the greeting, if there is one, is generation 0. */
export function newConversationState(
  connectionId: string,
  call: CallKey,
  script: ConversationScript,
  openedAt: number,
): ConversationState {
  const silentSince = script.greeting === null ? openedAt : null;
  return {
    connectionId,
    call,
    generation: 0,
    endingAt: null,
    nudgedGeneration: 0,
    silentSince,
    speakingSince: null,
    customerSpeaksSince: null,
    wordsToInterrupt: script.wordsToInterrupt,
    silenceSeconds: Math.min(script.reengagementInterval, script.maxSilenceDuration),
    openedAt,
  };
}

type Interruption = Pick<Assistant, 'allowInterruptions' | 'minInterruptWords'>;

/**
 * How many words the customer must say over the assistant before it gives way, counted by us; 0 where nothing is to be counted. For one
 * word the carrier itself can tell a word from a murmur.
 */
export function wordsToInterrupt({ allowInterruptions, minInterruptWords }: Interruption): number {
  const words = minInterruptWords ?? 0;
  return allowInterruptions && words > 1 ? words : 0;
}

/** Words as people count them, also in scripts that write none apart. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return Array.from(segments).filter((segment) => segment.isWordLike).length;
}

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
