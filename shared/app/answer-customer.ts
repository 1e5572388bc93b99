import type { AnswerDeps } from '#shared/app/conversation-deps.ts';
import { fillSilence } from '#shared/app/fill-silence.ts';
import { letFinish, type LetFinishDeps } from '#shared/app/let-finish.ts';
import { createSpeaker, type Speaker } from '#shared/app/create-speaker.ts';
import { refuseCalls, type RefuseCallsDeps } from '#shared/app/refuse-calls.ts';
import { sayGoodbye } from '#shared/app/say-goodbye.ts';
import { speakReply, type ReplyOutcome, type ReplyTurn } from '#shared/app/speak-reply.ts';
import { whenOpen } from '#shared/app/when-open.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import type { Conversation } from '#shared/domain/conversation/conversation.ts';
import { toTurns } from '#shared/domain/conversation/to-turns.ts';

export interface AnswerCustomerInput {
  connectionId: string;
  text: string;
  at: number;
}

export type AnswerCustomerDeps = AnswerDeps & LetFinishDeps & RefuseCallsDeps;

const END_OF_TALK = { type: 'text', token: '', last: true, preemptible: true } as const;

/**
 * The customer has spoken: what runs for an older generation stops, and the assistant answers, once if the frame comes twice. When the language model
 * fails, the assistant says sorry and asks it once more; when it fails again, the assistant says goodbye and ends the call.
 */
export async function answerCustomer(input: AnswerCustomerInput, deps: AnswerCustomerDeps): Promise<void> {
  const { connectionId, text, at } = input;
  if (text.trim() === '') return;
  const startedAt = deps.clock.now();
  const hear = () => deps.conversations.hear(connectionId, text.trim(), at);
  const conversation = await whenOpen(connectionId, hear, deps);
  if (!conversation || typeof conversation === 'string' || conversation.state.endingAt !== null) return;
  const { generation, wordsToInterrupt, speakingSince } = conversation.state;
  // What is being said may be open: the answer would go on where it stops, and not cut it short.
  if (wordsToInterrupt > 0 && speakingSince !== null) await deps.socket.send(connectionId, END_OF_TALK);
  const speaker = createSpeaker({ connectionId, generation }, deps, {
    preemptible: wordsToInterrupt > 0,
    letFinish: letFinish(deps),
  });
  const stopFilling = fillSilence({ conversation, text, speaker }, deps);
  try {
    await answer(conversation, speaker, startedAt, deps);
  } finally {
    stopFilling();
    await speaker.record();
  }
}

async function answer(conversation: Conversation, speaker: Speaker, startedAt: number, deps: AnswerCustomerDeps) {
  const { state, script } = conversation;
  const phrases = phrasesFor(script.languageId);
  const { systemPrompt, locale, modelId, temperature, endCallDescription, canRefuseCalls } = script;
  const settings = { systemPrompt, locale, modelId, temperature, endCallDescription, canRefuseCalls };
  const request = { ...settings, turns: toTurns(conversation), alreadySaid: '' };
  const turn: ReplyTurn = { request, speaker, time: { startedAt, modelMs: 0 }, spoken: [] };

  let outcome = await speakReply(turn, deps);
  if (outcome.kind === 'failed') {
    reportFailure(conversation, 1, outcome, deps);
    // Words that the next ones may cut short must be of one piece with them.
    if (!(await speaker.say(`${phrases.apology} `, state.wordsToInterrupt === 0))) return;
    outcome = await speakReply({ ...turn, request: { ...request, alreadySaid: turn.spoken.join('') } }, deps);
    if (outcome.kind === 'failed') reportFailure(conversation, 2, outcome, deps);
  }
  deps.logger.info('turn answered', { ...state.call, outcome: outcome.kind, ...turn.time.toFirstWords });
  if (outcome.kind === 'spoken' || outcome.kind === 'interrupted' || !(await speaker.hasTheWord())) return;
  const unsaid = outcome.kind === 'failed' ? '' : outcome.unsaid;
  if (outcome.kind !== 'failed') deps.logger.info('tool called', { ...state.call, tool: outcome.kind });
  if (outcome.kind === 'do_not_call') await refuseCalls(state.call, deps);
  if (speaker.isCutOff()) return;
  const goodbye = outcome.kind === 'failed' || turn.spoken.length === 0 ? phrases.goodbye : '';
  const lastWords = unsaid === '' ? goodbye : unsaid;
  await sayGoodbye(state, lastWords, speaker, deps);
}

/** A provider's message may quote the conversation, so that only the name of its error is kept. */
function reportFailure(
  { state, script }: Conversation,
  attempt: number,
  { error }: Extract<ReplyOutcome, { kind: 'failed' }>,
  { logger, metrics }: AnswerDeps,
): void {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const problem = cause instanceof Error ? cause.name : 'unknown';
  metrics.count('ReplyFailed', { attempt: String(attempt) });
  logger.warn('the language model failed in a call', { ...state.call, modelId: script.modelId, attempt, problem });
}
