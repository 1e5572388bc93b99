import { hasTurnModel, languageOf } from '#shared/catalog/languages.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { ConversationCalls } from '#shared/calls/call-store.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import type { ConversationEvent, ConversationState, RecentLog } from '#shared/conversations/conversation-items.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import type { ConversationScript, ScriptInput } from '#shared/conversations/script.ts';
import type { ConversationSocket } from '#shared/conversations/voice-session.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { Tool } from '#shared/tools/tool.ts';

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

/**
 * The state and the log of each conversation, by the id of its WebSocket connection. Kept for a week.
 * `at` is the epoch millisecond at which the carrier's frame arrived.
 */
export interface ConversationStore {
  /**
   * Creates a conversation. A repeated call changes nothing.
   * @param source what the script was built from: then this is stored, which is shorter
   */
  open(state: ConversationState, script: ConversationScript, source?: ScriptInput): Promise<void>;
  /** A strongly consistent read of one item: cheap enough to run before every frame. */
  getState(connectionId: string): Promise<ConversationState | undefined>;
  read(connectionId: string): Promise<Conversation | undefined>;
  /** The state and a few of the newest events, for a frame that may need no write. Cheaper than a write by far. */
  readRecent(connectionId: string): Promise<RecentLog | undefined>;
  /**
   * Records what the customer said: increments the generation, ends the silence, stores the event and reads the conversation in one
   * round trip. Returns the updated conversation, with every event of older generations; undefined if it does not exist.
   * `too_short`: the assistant is speaking and the utterance has too few words to interrupt it; only the event is stored.
   * `repeated`: the carrier sent the same prompt again; nothing changes.
   * @param heardAt interruptions until then are older than the turn; the default is `at`
   */
  recordCustomerTurn(
    connectionId: string,
    text: string,
    at: number,
    heardAt?: number,
  ): Promise<Conversation | 'too_short' | 'repeated' | undefined>;
  /**
   * Lets a prompt that was `too_short` take the floor after all, once: the end of the voice that began at `speakingSince` was not reported.
   * Returns undefined if the assistant has stopped or begun anew, or if other words have come.
   */
  acceptTooShort(
    connectionId: string,
    utterance: { text: string; at: number; heardAt?: number | undefined },
    speakingSince: number,
  ): Promise<Conversation | undefined>;
  /**
   * The customer has said enough words over the assistant and continues: increments the generation and marks the playback as stopped.
   * Returns undefined if the playback has stopped, if the full prompt has arrived, or if the call is ending.
   */
  yieldFloor(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /**
   * The customer interrupted the assistant: increments the generation, starts a silence and stores the event under the interrupted
   * generation. If a later prompt has already arrived, the generation stays, and the event goes to the generation before that prompt.
   */
  recordInterruption(connectionId: string, heard: string, at: number): Promise<ConversationState | undefined>;
  /**
   * Lets the assistant speak unprompted, if the customer has not spoken since `generation` and the call is not ending: increments the
   * generation. Returns undefined if the condition fails.
   * @param purpose `reprompt` (the default) stores the generation as `nudgedGeneration`; `go_on` repeats what a noise cut off
   * @param silentSince the silence that a reprompt breaks, which may not be stored yet
   */
  takeFloor(
    connectionId: string,
    generation: number,
    purpose?: 'reprompt' | 'go_on',
    silentSince?: number,
  ): Promise<ConversationState | undefined>;
  /**
   * Playback started or stopped. Stopping starts a silence; starting ends it. Late events and the playback of a reprompt change nothing.
   * Returns the new state, or undefined if nothing changed.
   */
  recordPlayback(connectionId: string, voice: 'began' | 'stopped', at: number): Promise<ConversationState | undefined>;
  /** Playback has stopped of speech that `recordPlayback` does not count. Words are no longer too short to interrupt. */
  recordQuiet(connectionId: string, at: number): Promise<void>;
  /**
   * The customer started to speak; the prompt follows. Returns undefined if a prompt has arrived since, or if the start is already
   * known.
   */
  recordSpeechStart(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** The customer's sound has ended. Returns undefined unless that sound cut the assistant's voice and no words are known. */
  recordSpeechEnd(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** Adds a key to the pending ones. Returns undefined if the conversation does not exist. */
  recordKey(connectionId: string, digit: string, at: number): Promise<ConversationState | undefined>;
  /** Takes the pending keys until a time. Each key is taken once. */
  takeKeys(connectionId: string, until: number): Promise<ConversationState['pendingKeys']>;
  appendEvent(connectionId: string, event: ConversationEvent): Promise<void>;
  /** Deletes all there is of a conversation. Idempotent. */
  remove(connectionId: string): Promise<void>;
  /**
   * Marks the conversation as ending. Only the first call returns true.
   * @param generation if set, returns false when the generation has changed
   * @param tool with which a speech model ends the call
   */
  beginEnding(connectionId: string, at: number, generation?: number, tool?: string): Promise<boolean>;
}

/** The dependencies of this feature. An operation takes the ones that it needs. */
export interface ConversationDeps {
  conversations: ConversationStore;
  socket: ConversationSocket;
  model: LanguageModel;
  models: ModelCatalogue;
  calls: ConversationCalls;
  /** The tools that models can have. */
  tools: readonly Tool[];
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

/** Whether a model ends the customer's turn. Where it does not speak the language, silence does. */
export function endsTurnByModel({ endpointType, languageId }: Pick<Assistant, 'endpointType' | 'languageId'>): boolean {
  return endpointType === 'ai' && hasTurnModel(languageOf(languageId));
}

/** Carriers take no silence below and above. The default of half a second becomes 600 ms. */
const SPEECH_TIMEOUT_MS = { least: 600, most: 5000 } as const;

/** The silence that ends the customer's turn, in milliseconds. */
export function speechTimeoutMs({ endpointSensitivity }: Pick<Assistant, 'endpointSensitivity'>): number {
  const { least, most } = SPEECH_TIMEOUT_MS;
  return Math.round(Math.min(most, Math.max(least, endpointSensitivity * 1000)));
}

/** Text of the carrier without half characters, at which it may be cut. DynamoDB refuses them, and an utterance is not found by them. */
export function wholeCharacters(text: string): string {
  return text.replaceAll(/[\p{Cs}\uFFFD]/gu, '');
}

/** Counts words by the rules of Unicode, which also find words in scripts without spaces. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return Array.from(segments).filter((segment) => segment.isWordLike).length;
}

/** The connections that a call had before this one, oldest first. */
export function earlierConnections(call: Call | undefined, connectionId: string): string[] {
  const known = [...(call?.earlierConnections ?? []), call?.connectionId ?? connectionId];
  return known.filter((id) => id !== connectionId);
}

/** The conversation that a lost connection held: that of the latest connection whose first frame was handled. */
export async function findLostConversation(
  connectionIds: readonly string[],
  { conversations }: Pick<ConversationDeps, 'conversations'>,
): Promise<Conversation | undefined> {
  for (const connectionId of connectionIds.toReversed()) {
    const conversation = await conversations.read(connectionId);
    if (conversation) return conversation;
  }
  return undefined;
}
