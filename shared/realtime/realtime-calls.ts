import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Language } from '#shared/catalog/languages.ts';
import type { Voice } from '#shared/catalog/voices.ts';
import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import type { ConversationScript, ConversationEvent } from '#shared/conversations/conversation.ts';
import { estimateSpeechSeconds } from '#shared/conversations/speech-text.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface RealtimeCallSetup {
  assistant: Assistant;
  voice: Voice;
  language: Language;
  script: ConversationScript;
  /** Where the model finds the tool that ends the call, and what it shows there. */
  tools: { url: string; token: string };
  /** The model listens, and says nothing by itself until `unmute`: it may be talking to a mailbox. */
  isMuted: boolean;
}

/** What the model is asked to say: the greeting word for word, a sentence of ours, or something in its own words. */
export type RealtimeUtterance =
  | { kind: 'greeting'; text: string }
  | { kind: 'sentence'; text: string }
  | { kind: 'farewell'; language: Language }
  /** Its own answer to what it has heard so far. */
  | { kind: 'answer' };

/** A short visit to a call that the model holds. */
export interface RealtimeSession {
  /**
   * Has the model say something, and waits until it is made, or, with `heard`, until the line has played it. Where the model
   * is speaking already, that is what is waited for. `gone`: the call has ended meanwhile.
   */
  say(words: RealtimeUtterance, until: 'generated' | 'played'): Promise<'said' | 'gone'>;
  /** From here on the model takes its turns by itself. */
  unmute(assistant: Assistant): void;
  close(): void;
}

/** The calls that a speech model holds by itself, after the carrier has bridged them to it. */
export interface RealtimeCalls {
  /** `refused`: the model will not take this call; any other failure throws, and may be tried again. */
  accept(realtimeCallId: string, start: RealtimeCallSetup): Promise<'accepted' | 'refused'>;
  /** Turns a call away that rings. One that is over already is no error, here and below. */
  reject(realtimeCallId: string): Promise<void>;
  hangUp(realtimeCallId: string): Promise<void>;
  /** Undefined when there is no such call any more. */
  openSession(realtimeCallId: string): Promise<RealtimeSession | undefined>;
}

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

/** What the speech model's own idle timeout can be set to, in seconds. */
const IDLE_TIMEOUT = { least: 5, most: 30 };
/** An estimate of how long words took may be off by so much. */
const TOLERANCE_SECONDS = 2;

/**
 * Whether the speech model breaks a silence of the customer by itself, which it does most exactly, because it knows when its
 * own voice stopped. It can do so only where silence ends turns, and only within its limits; else the service asks it to.
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
 * Since when the customer is silent, in epoch milliseconds. Whatever is said begins a silence anew, except for the words by
 * which the assistant breaks one: they begin as late as that, and the silence goes on behind them. Read from the log alone,
 * so that words which come in twice or late change nothing.
 * @param intervalMs how long a silence lasts before the assistant breaks it, on the wall
 * @param msPerCallSecond how long a second of the call takes on the wall
 */
export function silenceStartedAt(
  openedAt: number,
  events: readonly ConversationEvent[],
  { intervalMs, msPerCallSecond }: { intervalMs: number; msPerCallSecond: number },
): number {
  let since = openedAt;
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    if (event.at <= since || event.kind === 'interrupted' || event.kind === 'played') continue;
    const beganAt = event.at - estimateSpeechSeconds(event.text) * msPerCallSecond;
    const broke =
      event.kind === 'assistant_said' && beganAt - since >= intervalMs - TOLERANCE_SECONDS * msPerCallSecond;
    if (!broke) since = event.at;
  }
  return since;
}
