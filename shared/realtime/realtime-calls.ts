import type { ConversationScript } from '#shared/conversations/script.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Language } from '#shared/catalog/languages.ts';
import type { Voice } from '#shared/catalog/voices.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import { estimateSpeechSeconds } from '#shared/conversations/speech-text.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { OfferedTool } from '#shared/tools/tool.ts';

/** The API of the speech model for calls that the carrier has bridged to it. */
export interface RealtimeCalls {
  /**
   * Answers a ringing call. `refused`: the model rejected the setup. `over`: the caller has hung up. Throws on other failures, which may be
   * retried.
   */
  accept(realtimeCallId: string, start: RealtimeCallSetup): Promise<'accepted' | 'refused' | 'over'>;
  /** Rejects a ringing call. Does nothing if the call is over. */
  reject(realtimeCallId: string): Promise<void>;
  /** Ends a call. Does nothing if the call is over. */
  hangUp(realtimeCallId: string): Promise<void>;
  /** Returns undefined if the call is over. */
  openSession(realtimeCallId: string): Promise<RealtimeSession | undefined>;
}

/** What the model can call, and the server at which it does. */
export interface RealtimeTools {
  offered: readonly OfferedTool[];
  url: string;
  /** The bearer token of this call. */
  token: string;
}

export interface RealtimeCallSetup {
  /** The provider's id of the speech model. */
  model: string;
  assistant: Assistant;
  voice: Voice;
  language: Language;
  script: ConversationScript;
  tools: RealtimeTools;
  /** The model does not answer until `unmute`: its greeting is still to come, and a «Hello?» must not get an answer of its own. */
  isMuted: boolean;
}

/** What the model is asked to say: the greeting verbatim, a fixed sentence, or something in its own words. */
export type RealtimeUtterance =
  | { kind: 'greeting'; text: string }
  | { kind: 'sentence'; text: string }
  | { kind: 'farewell'; language: Language };

/** A short session beside a call that the speech model handles. */
export interface RealtimeSession {
  /** Whether the model does not answer by itself, as the session began. */
  isMuted: boolean;
  /**
   * Asks the model to speak. Resolves when the audio is generated, or with `played`, when it was played. If the model is already
   * speaking, waits for that response instead. `gone`: the call ended.
   */
  say(words: RealtimeUtterance, until: 'generated' | 'played'): Promise<'said' | 'gone'>;
  /** Lets the model answer the customer by itself. */
  unmute(assistant: Assistant): void;
  close(): void;
}

/** The dependencies of this feature. The conversation of a multimodal call is stored under the carrier's id of the call. */
export interface RealtimeDeps {
  calls: CallStore;
  conversations: ConversationStore;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/**
 * The range of the speech model's idle timeout, in seconds:
 * https://platform.openai.com/docs/api-reference/realtime-calls/accept-call
 */
const IDLE_TIMEOUT = { least: 5, most: 30 };
/** The error of an estimated speech duration, in call seconds. */
const TOLERANCE_SECONDS = 2;

/**
 * Whether the speech model reprompts a silent customer by itself. It measures the silence from the end of its own playback. The idle
 * timeout works only with VAD turn detection and within its range; otherwise the service asks for the reprompt.
 */
export function repromptsOnIdleTimeout({
  endpointType,
  reengagementInterval,
}: Pick<Assistant, 'endpointType' | 'reengagementInterval'>): boolean {
  return (
    endpointType === 'vad' && reengagementInterval >= IDLE_TIMEOUT.least && reengagementInterval <= IDLE_TIMEOUT.most
  );
}

/**
 * Computes the start of the current silence, in epoch milliseconds. Every utterance restarts the silence, except a reprompt, which is
 * recognised by its late start. Computed from the log alone, so repeated or late utterances change nothing.
 * @param intervalMs the silence before a reprompt, in wall-clock milliseconds
 * @param msPerCallSecond the wall-clock milliseconds per call second
 */
export function silenceStartedAt(
  openedAt: number,
  events: readonly ConversationEvent[],
  { intervalMs, msPerCallSecond }: { intervalMs: number; msPerCallSecond: number },
): number {
  let since = openedAt;
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    if (event.at <= since || (event.kind !== 'customer_said' && event.kind !== 'assistant_said')) continue;
    const startedAt = event.at - estimateSpeechSeconds(event.text) * msPerCallSecond;
    const isReprompt =
      event.kind === 'assistant_said' && startedAt - since >= intervalMs - TOLERANCE_SECONDS * msPerCallSecond;
    if (!isReprompt) since = event.at;
  }
  return since;
}
