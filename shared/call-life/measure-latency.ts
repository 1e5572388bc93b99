import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallLatency } from '#shared/calls/call-latency.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import { type CallModel, currentModel, type ModelCatalogue, toCallModel } from '#shared/catalog/models.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import { endsTurnByModel, speechTimeoutMs } from '#shared/conversations/conversation.ts';
import { estimateSpeechSeconds } from '#shared/conversations/speech-text.ts';
import { spokenOf } from '#shared/conversations/spoken-forms.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** Milliseconds after the customer's words arrived. */
interface TurnLatency {
  /** When the first text was sent, epoch milliseconds. */
  at: number;
  modelAsked: number;
  firstToken: number;
  firstText: number;
  voice: number | undefined;
  mouthToEar: number;
}

/** The turn-taking model ends a turn 0.35 to 0.9 s after the last word, as recorded. */
const TURN_MODEL_MS = 500;
/** 0.25 to 0.55 s, as recorded. Used where the carrier does not report playback. */
const VOICE_ONSET_MS = 400;

/** `msPerCallSecond`: of the wall clock. */
export function turnLatencies(
  events: readonly ConversationEvent[],
  assistant: Pick<Assistant, 'endpointType' | 'endpointSensitivity' | 'languageId' | 'transcriberProviderId'>,
  msPerCallSecond: number,
): TurnLatency[] {
  const log = events.toSorted((one, other) => one.at - other.at);
  const endOfSpeech = endsTurnByModel(assistant) ? TURN_MODEL_MS : speechTimeoutMs(assistant);
  return log.flatMap((event, index) => {
    if (event.kind !== 'assistant_said' || event.timing === undefined) return [];
    const { promptAt, askedAt, firstTokenAt } = event.timing;
    const firstText = event.at - promptAt;
    const begunAt = voiceBegunAt(spokenOf(event), log.slice(index + 1), msPerCallSecond);
    const voice = begunAt === undefined ? undefined : Math.round(Math.max(firstText, begunAt - promptAt));
    const mouthToEar = endOfSpeech + (voice ?? firstText + VOICE_ONSET_MS);
    const { at } = event;
    return [{ at, modelAsked: askedAt - promptAt, firstToken: firstTokenAt - promptAt, firstText, voice, mouthToEar }];
  });
}

export function withWaits(turns: readonly TranscriptTurn[], answers: readonly TurnLatency[]): TranscriptTurn[] {
  return turns.map((turn, index) => {
    const end = turns[index + 1]?.timestamp ?? Infinity;
    const answer = answers.find(({ at }) => turn.sender === 'bot' && turn.timestamp <= at && at < end);
    return answer ? { ...turn, waitMs: answer.mouthToEar } : turn;
  });
}

/** A chunk is reported when it was played: it began its length before. A filler may end after the answer was sent. */
function voiceBegunAt(
  answer: string,
  after: readonly ConversationEvent[],
  msPerCallSecond: number,
): number | undefined {
  const isOver = ({ kind }: ConversationEvent) => kind === 'customer_said' || kind === 'interrupted';
  const first = after.find((event) => isOver(event) || (event.kind === 'played' && begins(answer, event.text)));
  return first?.kind === 'played' ? first.at - estimateSpeechSeconds(first.text) * msPerCallSecond : undefined;
}

const begins = (answer: string, playedChunk: string) => answer.startsWith(playedChunk.trim());

/** Null: the customer said nothing, or the speech model answered by itself. */
export function callLatency(turns: readonly TurnLatency[]): CallLatency | null {
  if (turns.length === 0) return null;
  const of = (read: (turn: TurnLatency) => number | undefined) =>
    percentiles(turns.flatMap((turn) => read(turn) ?? []));
  return {
    turns: turns.length,
    model_asked: of(({ modelAsked }) => modelAsked),
    first_token: of(({ firstToken }) => firstToken),
    first_text: of(({ firstText }) => firstText),
    voice: turns.some(({ voice }) => voice !== undefined) ? of(({ voice }) => voice) : null,
    mouth_to_ear: of(({ mouthToEar }) => mouthToEar),
  };
}

/** By the nearest rank: each is a value that was measured. */
function percentiles(values: readonly number[]): { p50: number; p95: number } {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => Math.max(0, sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

/** The model of most answers; of two, the later one. Undefined: none has answered. */
export function modelOfAnswers(events: readonly ConversationEvent[]): CallModel | undefined {
  const names = events.flatMap((event) => (event.kind === 'assistant_said' && event.model) || []);
  const counts = Map.groupBy(names, (name) => name);
  const most = Math.max(0, ...[...counts.values()].map(({ length }) => length));
  const name = names.findLast((one) => counts.get(one)?.length === most);
  return name === undefined ? undefined : toCallModel(name);
}

/** A speech model answers by itself: the log does not name it. */
export async function findCallModel(
  events: readonly ConversationEvent[],
  { mode, multimodalModelId }: Pick<Assistant, 'mode' | 'multimodalModelId'>,
  { models, clock }: { models: ModelCatalogue; clock: Pick<Clock, 'now'> },
): Promise<CallModel | undefined> {
  if (mode !== 'multimodal') return modelOfAnswers(events);
  if (multimodalModelId === null || !events.some(({ kind }) => kind === 'assistant_said')) return undefined;
  const model = currentModel(multimodalModelId, await models.list(), clock.now());
  return model && { name: model.name, simulated: models.access.isSpeechSimulated };
}
