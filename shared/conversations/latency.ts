import type { Assistant } from '#shared/assistants/assistant.ts';
import type { TurnLatency } from '#shared/calls/call-latency.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import { hasTurnModel, languageOf } from '#shared/catalog/languages.ts';
import type { ConversationEvent } from '#shared/conversations/conversation.ts';
import { estimateSpeechSeconds } from '#shared/conversations/speech-text.ts';

/** ConversationRelay refuses a silence below and above. The default of half a second becomes 600 ms. */
const SPEECH_TIMEOUT_MS = { least: 600, most: 5000 } as const;
/** The turn-taking model ends a turn 0.35 to 0.9 s after the last word, as recorded. */
const TURN_MODEL_MS = 500;
/** From the first text to the voice: 0.25 to 0.55 s, as recorded. Used where the carrier does not report playback. */
const VOICE_ONSET_MS = 400;

/** Whether a model ends the customer's turn. Where it does not speak the language, silence does. */
export function endsTurnByModel({ endpointType, languageId }: Pick<Assistant, 'endpointType' | 'languageId'>): boolean {
  return endpointType === 'ai' && hasTurnModel(languageOf(languageId));
}

/** The silence that ends the customer's turn, in milliseconds. */
export function speechTimeoutMs({ endpointSensitivity }: Pick<Assistant, 'endpointSensitivity'>): number {
  const { least, most } = SPEECH_TIMEOUT_MS;
  return Math.round(Math.min(most, Math.max(least, endpointSensitivity * 1000)));
}

/**
 * Measures the answers in the log of a conversation.
 * @param msPerCallSecond the wall-clock milliseconds per call second
 */
export function turnLatencies(
  events: readonly ConversationEvent[],
  assistant: Pick<Assistant, 'endpointType' | 'endpointSensitivity' | 'languageId'>,
  msPerCallSecond: number,
): TurnLatency[] {
  const log = events.toSorted((one, other) => one.at - other.at);
  const endOfSpeech = endsTurnByModel(assistant) ? TURN_MODEL_MS : speechTimeoutMs(assistant);
  return log.flatMap((event, index) => {
    if (event.kind !== 'assistant_said' || event.timing === undefined) return [];
    const { promptAt, askedAt, firstTokenAt } = event.timing;
    const firstText = event.at - promptAt;
    const begunAt = voiceBegunAt(event.text, log.slice(index + 1), msPerCallSecond);
    const voice = begunAt === undefined ? undefined : Math.round(Math.max(firstText, begunAt - promptAt));
    const mouthToEar = endOfSpeech + (voice ?? firstText + VOICE_ONSET_MS);
    const { at } = event;
    return [{ at, modelAsked: askedAt - promptAt, firstToken: firstTokenAt - promptAt, firstText, voice, mouthToEar }];
  });
}

/** The turns with the wait for each answer. An answer of which nothing was heard has no turn. */
export function withWaits(turns: readonly TranscriptTurn[], answers: readonly TurnLatency[]): TranscriptTurn[] {
  return turns.map((turn, index) => {
    const end = turns[index + 1]?.timestamp ?? Infinity;
    const answer = answers.find(({ at }) => turn.sender === 'bot' && turn.timestamp <= at && at < end);
    return answer ? { ...turn, waitMs: answer.mouthToEar } : turn;
  });
}

/**
 * The carrier reports a piece when it was played: it began the length of the piece before. A filler that was sent before the answer may end
 * after the answer was sent. Few pieces are stored.
 */
function voiceBegunAt(
  answer: string,
  after: readonly ConversationEvent[],
  msPerCallSecond: number,
): number | undefined {
  const isOver = ({ kind }: ConversationEvent) => kind === 'customer_said' || kind === 'interrupted';
  const first = after.find((event) => isOver(event) || (event.kind === 'played' && begins(answer, event.text)));
  return first?.kind === 'played' ? first.at - estimateSpeechSeconds(first.text) * msPerCallSecond : undefined;
}

const begins = (answer: string, piece: string) => answer.startsWith(piece.trim());
