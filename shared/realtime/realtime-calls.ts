import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Language } from '#shared/catalog/languages.ts';
import type { Voice } from '#shared/catalog/voices.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import type { ConversationScript } from '#shared/conversations/script.ts';
import { estimateSpeechSeconds } from '#shared/conversations/speech-text.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { OfferedTool } from '#shared/tools/tool.ts';

export interface RealtimeCalls {
  /** `refused`: the model rejected the setup. `over`: the caller has hung up. @throws what may be retried */
  accept(realtimeCallId: string, start: RealtimeCallSetup): Promise<'accepted' | 'refused' | 'over'>;
  /** Does nothing if the call is over; so does `hangUp`. */
  reject(realtimeCallId: string): Promise<void>;
  hangUp(realtimeCallId: string): Promise<void>;
  /** Returns undefined if the call is over. */
  openSession(realtimeCallId: string): Promise<RealtimeSession | undefined>;
}

export interface RealtimeTools {
  offered: readonly OfferedTool[];
  url: string;
  token: string;
}

export interface RealtimeCallSetup {
  model: string;
  assistant: Assistant;
  voice: Voice;
  language: Language;
  script: ConversationScript;
  tools: RealtimeTools;
  /** Until `unmute`: a «Hello?» before the greeting must not get an answer of its own. */
  isMuted: boolean;
}

/** The greeting verbatim, a fixed sentence, or something in the model's own words: a question to a silent customer, a goodbye. */
export type RealtimeUtterance =
  | { kind: 'greeting'; text: string }
  | { kind: 'sentence'; text: string }
  /** Is said even if the model already speaks. */
  | { kind: 'message'; text: string }
  | { kind: 'reprompt'; prompt: string }
  | { kind: 'farewell'; language: Language };

export interface RealtimeSession {
  isMuted: boolean;
  /** Resolves when the audio is generated or `played`. If the model already speaks, waits for that response instead. */
  say(words: RealtimeUtterance, until: 'generated' | 'played'): Promise<'said' | 'gone'>;
  unmute(assistant: Assistant): void;
  /** The model answers what it has heard while it was muted. */
  answer(): void;
  /** From now on the model does not speak into a silence by itself. */
  bePatient(assistant: Assistant): void;
  /** From now on the model answers only what it is asked by `say`. */
  mute(assistant: Assistant): void;
  close(): void;
}

/** The conversation of a multimodal call is stored under the carrier's id of the call. */
export interface RealtimeDeps {
  calls: CallStore;
  conversations: ConversationStore;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/** Seconds: https://platform.openai.com/docs/api-reference/realtime-calls/accept-call */
const IDLE_TIMEOUT = { least: 5, most: 30 };
/** Of an estimated speech duration, in call seconds. */
const TOLERANCE_SECONDS = 2;

/** The model's idle timeout counts from the end of its own playback, works with VAD only, and within its range. */
export function repromptsOnIdleTimeout({
  endpointType,
  reengagementInterval,
}: Pick<Assistant, 'endpointType' | 'reengagementInterval'>): boolean {
  return (
    endpointType === 'vad' && reengagementInterval >= IDLE_TIMEOUT.least && reengagementInterval <= IDLE_TIMEOUT.most
  );
}

/** Epoch milliseconds. From the log alone: repeated or late utterances change nothing. A late start is a reprompt. */
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
