import type { AnswerDeps } from '#shared/app/conversation-deps.ts';
import type { Speaker } from '#shared/app/create-speaker.ts';
import { readReply, ReplyFailed, TurnOver, type TurnTime } from '#shared/app/read-reply.ts';
import { findModel } from '#shared/catalog/models.ts';
import { cleanSpeech } from '#shared/domain/conversation/clean-speech.ts';
import { splitClauses } from '#shared/domain/conversation/clause-splitter.ts';
import type { ReplyRequest } from '#shared/ports/language-model.ts';

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
  const mouth = createMouth(turn, deps);
  let rest = '';
  try {
    for await (const part of readReply(deps.model, turn.request, turn.time, deps.clock)) {
      if (part.kind !== 'text') return { kind: part.kind, unsaid: cleanSpeech(rest).trim() };
      const split = splitClauses(rest + part.text);
      rest = split.rest;
      for (const clause of split.clauses) {
        if (!(await mouth(clause, false)) && !mayWish(turn)) return { kind: 'interrupted' };
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
function mayWish({ request, speaker }: ReplyTurn): boolean {
  return request.canRefuseCalls === true && speaker.isCutOff();
}

/** Says a clause as the voice should say it; false when somebody else has the word. */
function createMouth(turn: ReplyTurn, deps: AnswerDeps) {
  const { speaker, time, spoken } = turn;
  const repeated = [...spoken];
  return async (clause: string, last: boolean): Promise<boolean> => {
    const words = cleanSpeech(clause);
    const isRepeated = words !== '' && words.trim() === repeated[0]?.trim();
    if (isRepeated) repeated.shift();
    else if (words !== '') repeated.length = 0;
    const token = isRepeated ? '' : words;
    if (token === '' && !last) return true;
    const isFirst = speaker.said() === '';
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
