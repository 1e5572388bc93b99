import { findModel } from '#shared/catalog/models.ts';
import type { AnswerDeps } from '#shared/conversations/conversation.ts';
import type { ReplyRequest, LanguageModel, ReplyPart } from '#shared/conversations/language-model.ts';
import type { Speaker } from '#shared/conversations/speaker.ts';
import { cleanSpeech, splitClauses } from '#shared/conversations/speech-text.ts';
import type { Clock } from '#shared/platform/clock.ts';

/**
 * `spoken`: the answer is out and closed. `end_call`: the assistant wants to end the call, `do_not_call`: the customer wants no
 * more of them; `unsaid` are the words that still have to be said. `interrupted`: somebody else has the word. `failed`: the model failed; what was spoken, was spoken.
 */
export type ReplyOutcome =
  | { kind: 'spoken' }
  | { kind: 'interrupted' }
  | { kind: 'end_call' | 'do_not_call'; unsaid: string }
  | { kind: 'failed'; error: unknown };

export interface ReplyTurn {
  request: Omit<ReplyRequest, 'signal'>;
  speaker: Speaker;
  time: TurnTime;
  /** The clauses that an earlier attempt has spoken; the ones that the model repeats are not said again. */
  spoken: string[];
}

/** Streams one answer of the model into the carrier's voice, clause by clause. */
export async function speakReply(turn: ReplyTurn, deps: AnswerDeps): Promise<ReplyOutcome> {
  const mouth = createClauseSpeaker(turn, deps);
  let rest = '';
  try {
    for await (const part of readReply(deps.model, turn.request, turn.time, deps.clock)) {
      if (part.kind !== 'text') return { kind: part.kind, unsaid: cleanSpeech(rest).trim() };
      const split = splitClauses(rest + part.text);
      rest = split.rest;
      for (const clause of split.clauses) {
        if (!(await mouth(clause, false)) && !mayStillOptOut(turn)) return { kind: 'interrupted' };
      }
    }
    if (turn.spoken.length === 0 && cleanSpeech(rest) === '') throw new ReplyFailed('the model said nothing');
  } catch (error) {
    if (!(error instanceof ReplyFailed || error instanceof TurnOver)) throw error;
    if (error instanceof ReplyFailed || turn.spoken.length === 0) return { kind: 'failed', error };
    // Time is up, and what was spoken is a turn of its own: it is closed without the half clause.
    rest = '';
  }
  return { kind: (await mouth(rest, true)) ? 'spoken' : 'interrupted' };
}

/** Who wants no more calls often hangs up over the answer: nothing is said any more, but the model may still take the number off. */
function mayStillOptOut({ request, speaker }: ReplyTurn): boolean {
  return request.canRefuseCalls === true && speaker.isDisconnected();
}

/** Says a clause as the voice should say it; false when somebody else has the word. */
function createClauseSpeaker(turn: ReplyTurn, deps: AnswerDeps) {
  const { speaker, time, spoken } = turn;
  const repeated = [...spoken];
  return async (clause: string, last: boolean): Promise<boolean> => {
    const words = cleanSpeech(clause);
    const isRepeated = words !== '' && words.trim() === repeated[0]?.trim();
    if (isRepeated) repeated.shift();
    else if (words !== '') repeated.length = 0;
    const token = isRepeated ? '' : words;
    if (token === '' && !last) return true;
    const isFirst = speaker.spokenText() === '';
    if (!(await speaker.say(token, last))) return false;
    if (token !== '') spoken.push(token);
    if (isFirst) {
      const model = findModel(turn.request.modelId)?.name ?? 'unknown';
      deps.metrics.duration('ModelLatency', time.modelMs, { model });
      const overheadMs = deps.clock.now() - time.startedAt - time.modelMs;
      deps.metrics.duration('TurnOverhead', overheadMs);
      time.toFirstWords = { modelMs: time.modelMs, overheadMs };
    }
    return true;
  };
}

/**
 * A caller asks «hello?» after some five or six seconds of silence, so a model that has said nothing by then has failed:
 * two such waits and the goodbye take 12 s. A gap in the middle is as silent, once the voice has caught up.
 */
const FIRST_PART_MS = 6_000;
const NEXT_PART_MS = 6_000;
/** Everything ends well below the 28 s of the function, and a turn that streams for 20 s is minutes of speech. */
const TURN_MS = 20_000;

/** The model was slow or failed. */
export class ReplyFailed extends Error {
  override name = 'ReplyFailed';
}

/** The turn has used up its time. */
export class TurnOver extends Error {
  override name = 'TurnOver';
}

export interface TurnTime {
  startedAt: number;
  /** Milliseconds spent waiting for the model. */
  modelMs: number;
  /** Set with the first words: how long they took the model, and us. */
  toFirstWords?: { modelMs: number; overheadMs: number };
}

/**
 * The model's answer within the limits of a telephone call. Throws `ReplyFailed` when the model fails or is slow, and
 * `TurnOver` when the turn has used up its time. The model is stopped when the reader stops reading.
 */
export async function* readReply(
  model: LanguageModel,
  request: Omit<ReplyRequest, 'signal'>,
  time: TurnTime,
  clock: Clock,
): AsyncGenerator<ReplyPart> {
  const controller = new AbortController();
  const parts = model.reply({ ...request, signal: controller.signal })[Symbol.asyncIterator]();
  let limit = FIRST_PART_MS;
  try {
    for (;;) {
      const before = clock.now();
      const next = await within(parts.next(), limit, time.startedAt + TURN_MS - before);
      time.modelMs += clock.now() - before;
      if (next.done) return;
      yield next.value;
      limit = NEXT_PART_MS;
    }
  } finally {
    controller.abort();
    // Not awaited: a model that hangs would hang here too.
    parts.return?.().catch(() => undefined);
  }
}

async function within<Value>(part: Promise<Value>, limit: number, left: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const error = left <= limit ? new TurnOver('no time left') : new ReplyFailed(`no answer for ${limit} ms`);
  const timer = setTimeout(() => late.reject(error), Math.max(0, Math.min(left, limit)));
  try {
    return await Promise.race([part.catch(fail), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function fail(cause: unknown): never {
  throw new ReplyFailed('the model failed', { cause });
}
