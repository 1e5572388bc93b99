import type { Assistant } from '#shared/assistants/assistant.ts';
import type { AnsweredBy } from '#shared/calls/call-items.ts';
import type { ConversationCalls } from '#shared/calls/call-store.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import { GOOGLE, hasTurnModel, languageOf } from '#shared/catalog/languages.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import type { ConversationEvent, ConversationState, RecentLog } from '#shared/conversations/conversation-items.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import type { ConversationScript, ScriptInput } from '#shared/conversations/script.ts';
import type { ConversationSocket } from '#shared/conversations/voice-session.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { wholeCharacters } from '#shared/platform/http/http.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { OutsideTools } from '#shared/tools/outside-tool.ts';
import type { ToolUseStore } from '#shared/tools/tool-use.ts';
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

export interface Ending {
  generation?: number | undefined;
  /** With which a speech model ends the call. */
  tool?: string | undefined;
  /** Words over the goodbye keep the call open. */
  mayReopen?: boolean | undefined;
  /** The call goes on there. */
  handOver?: string | undefined;
}

/** By WebSocket connection, kept for a week. `at` is when the carrier's frame arrived, epoch milliseconds. */
export interface ConversationStore {
  /** A repeated call changes nothing. A `source` is stored instead of the script, because it is shorter. */
  open(state: ConversationState, script: ConversationScript, source?: ScriptInput): Promise<void>;
  /** A strongly consistent read of one item: cheap enough to run before every frame. */
  getState(connectionId: string): Promise<ConversationState | undefined>;
  read(connectionId: string): Promise<Conversation | undefined>;
  /** The state and a few of the newest events, for a frame that may need no write. Cheaper than a write by far. */
  readRecent(connectionId: string): Promise<RecentLog | undefined>;
  /**
   * Takes the floor, stores the words, and reads the conversation with the events of all older generations.
   * `held`: they may not interrupt, and wait for the end of the speech. `repeated`: the carrier sent the prompt twice.
   * @param heardAt interruptions until then are older than the turn; the default is `at`
   */
  recordCustomerTurn(
    connectionId: string,
    text: string,
    at: number,
    heardAt?: number,
  ): Promise<Conversation | 'held' | 'repeated' | undefined>;
  /** Lets the held words take the floor, once. Undefined if others have come since, or the call is ending. */
  answerHeld(connectionId: string, heldAt: number, heardAt: number): Promise<Conversation | undefined>;
  /** The held words need no answer. */
  dropHeld(connectionId: string, heldAt: number): Promise<void>;
  /** The customer talks over the assistant. Undefined if playback or the call is over, or the prompt has come. */
  yieldFloor(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** If a later prompt has arrived, the generation stays, and the event goes to the generation before that prompt. */
  recordInterruption(connectionId: string, heard: string, at: number): Promise<ConversationState | undefined>;
  /** Undefined if the customer has spoken since, or the call is ending. @param silentSince may not be stored yet */
  takeFloor(
    connectionId: string,
    generation: number,
    purpose?: 'reprompt' | 'go_on',
    silentSince?: number,
  ): Promise<ConversationState | undefined>;
  /** Returns undefined if nothing changed. Late events and the playback of a reprompt change nothing. */
  recordPlayback(connectionId: string, voice: 'began' | 'stopped', at: number): Promise<ConversationState | undefined>;
  /** For speech that `recordPlayback` does not count: words are no longer too short to interrupt. */
  recordQuiet(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** Returns undefined if a prompt has arrived since, or if the start is already known. */
  recordSpeechStart(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** Returns undefined unless the sound cut the assistant's voice and no words are known. */
  recordSpeechEnd(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** Of a sound that was no words. Returns undefined if the customer has spoken or begun again since. */
  recordWordless(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** The beginning of a sentence, in case the customer hangs up in it. */
  recordBegun(connectionId: string, text: string, at: number): Promise<void>;
  /** The carrier's, on who has answered. */
  recordVerdict(connectionId: string, verdict: AnsweredBy): Promise<ConversationState | undefined>;
  /** The customer has asked to wait, epoch milliseconds. Nothing if they have spoken since. */
  recordWait(connectionId: string, generation: number, until: number, since: number): Promise<void>;
  /** The customer's line begins to play announcements (epoch milliseconds), or a person is there (null). True if it is new. */
  recordHold(connectionId: string, since: number | null): Promise<boolean>;
  recordKey(connectionId: string, digit: string, at: number): Promise<ConversationState | undefined>;
  /** Takes the pending keys until a time. Each key is taken once. */
  takeKeys(connectionId: string, until: number): Promise<ConversationState['pendingKeys']>;
  appendEvent(connectionId: string, event: ConversationEvent): Promise<void>;
  /** Idempotent. */
  remove(connectionId: string): Promise<void>;
  /** True once, and not if a given generation has changed. */
  beginEnding(connectionId: string, at: number, ending?: Ending): Promise<boolean>;
  /** Undefined if the call is not ending any more, its end was not begun by the model, or the customer has spoken since. */
  reopen(connectionId: string, endingAt: number, generation: number): Promise<ConversationState | undefined>;
}

export interface ConversationDeps {
  conversations: ConversationStore;
  socket: ConversationSocket;
  model: LanguageModel;
  models: ModelCatalogue;
  calls: ConversationCalls;
  tools: readonly Tool[];
  outsideTools: OutsideTools;
  toolUses: ToolUseStore;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  pause: (milliseconds: number) => Promise<void>;
  /** Undefined if the service did not create the token for this call. */
  connectionOfToken: (token: string, key: CallKey, carrierCallId: string) => Promise<number | undefined>;
}

/** Customers hang up while they are connected, and a token that is used has opened a connection, which stays. */
const EXPECTED_REFUSALS = ['call_is_over', 'token_is_used'];

export function countRefusal(reason: string, metrics: Metrics): void {
  const isExpected = EXPECTED_REFUSALS.includes(reason);
  metrics.count(isExpected ? 'ConversationTooLate' : 'ConversationRefused', { reason });
}

interface Opening {
  openedAt: number;
  isGreetingWhole?: boolean;
  verdict?: AnsweredBy | undefined;
}

/** The greeting, if there is one, is generation 0. */
export function newConversationState(
  connectionId: string,
  call: CallKey,
  script: ConversationScript,
  { openedAt, isGreetingWhole = false, verdict }: Opening,
): ConversationState {
  return {
    connectionId,
    call,
    generation: 0,
    endingAt: null,
    mayReopen: false,
    nudgedGeneration: 0,
    silentSince: script.greeting === null ? openedAt : null,
    speakingSince: isGreetingWhole ? openedAt : null,
    isGreetingWhole,
    heldAt: null,
    waitsUntil: null,
    waitsSince: null,
    ...(verdict && { verdict }),
    onHoldSince: null,
    customerSpeaksSince: null,
    begun: null,
    pendingKeys: [],
    cutAt: null,
    wordsToInterrupt: script.wordsToInterrupt,
    silenceSeconds: Math.min(script.reengagementInterval, script.maxSilenceDuration),
    ...(script.initialSilence !== undefined && { initialSilenceSeconds: script.initialSilence }),
    openedAt,
  };
}

/** Call seconds of silence until the assistant speaks. */
export function silenceSecondsOf({
  generation,
  initialSilenceSeconds,
  silenceSeconds,
}: Pick<ConversationState, 'generation' | 'initialSilenceSeconds' | 'silenceSeconds'>): number {
  return generation === 0 ? (initialSilenceSeconds ?? silenceSeconds) : silenceSeconds;
}

/** Where a model does not speak the language, or Google transcribes, silence ends the turn. */
export function endsTurnByModel({
  endpointType,
  languageId,
  transcriberProviderId,
}: Pick<Assistant, 'endpointType' | 'languageId' | 'transcriberProviderId'>): boolean {
  return endpointType === 'ai' && transcriberProviderId !== GOOGLE && hasTurnModel(languageOf(languageId));
}

/** Carriers take no silence below and above. The default of half a second becomes 600 ms. */
const SPEECH_TIMEOUT_MS = { least: 600, most: 5000 } as const;

export function speechTimeoutMs({ endpointSensitivity }: Pick<Assistant, 'endpointSensitivity'>): number {
  const { least, most } = SPEECH_TIMEOUT_MS;
  return Math.round(Math.min(most, Math.max(least, endpointSensitivity * 1000)));
}

/** Nine minutes of speech without a pause. What a carrier says to have heard in one utterance is cut there. */
const LONGEST_UTTERANCE = 8_000;

/** What was said, as far as it can be stored and sent to a model. */
export function utteranceText(text: string): string {
  return wholeCharacters(text.slice(0, LONGEST_UTTERANCE));
}

/** Counts words by the rules of Unicode, which also find words in scripts without spaces. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return Array.from(segments).filter((segment) => segment.isWordLike).length;
}

/** Oldest first. */
export function earlierConnections(call: Call | undefined, connectionId: string): string[] {
  const known = [...(call?.earlierConnections ?? []), call?.connectionId ?? connectionId];
  return known.filter((id) => id !== connectionId);
}

/** The conversation of the latest connection whose first frame was handled. */
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
