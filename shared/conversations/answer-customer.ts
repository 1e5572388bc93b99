import type { CallStore } from '#shared/calls/call-store.ts';
import type { CallKey } from '#shared/calls/call.ts';
import type { DoNotCallStore } from '#shared/campaigns/do-not-call.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import type {
  AnswerDeps,
  Conversation,
  ConversationState,
  ConversationDeps,
} from '#shared/conversations/conversation.ts';
import { scheduleFiller } from '#shared/conversations/fillers.ts';
import { speakReply, type ReplyOutcome, type ReplyTurn } from '#shared/conversations/speak-reply.ts';
import {
  createSpeaker,
  retryUntilOpen,
  type Speaker,
  type RetryUntilOpenDeps,
  type Floor,
} from '#shared/conversations/speaker.ts';
import { estimateSpeechSeconds } from '#shared/conversations/speech-text.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Metrics } from '#shared/platform/observability/telemetry.ts';

export interface AnswerCustomerInput {
  connectionId: string;
  text: string;
  at: number;
}

export type AnswerCustomerDeps = AnswerDeps & EndOfSpeechDeps & RecordOptOutDeps;

const END_OF_UTTERANCE = { type: 'text', token: '', last: true, preemptible: true } as const;

/**
 * The customer has spoken: what runs for an older generation stops, and the assistant answers, once if the frame comes twice. When the language model
 * fails, the assistant says sorry and asks it once more; when it fails again, the assistant says goodbye and ends the call.
 */
export async function answerCustomer(input: AnswerCustomerInput, deps: AnswerCustomerDeps): Promise<void> {
  const { connectionId, text, at } = input;
  if (text.trim() === '') return;
  const startedAt = deps.clock.now();
  const hear = () => deps.conversations.recordCustomerTurn(connectionId, text.trim(), at);
  const conversation = await retryUntilOpen(connectionId, hear, deps);
  if (!conversation || typeof conversation === 'string' || conversation.state.endingAt !== null) return;
  const { generation, wordsToInterrupt, speakingSince } = conversation.state;
  // What is being said may be open: the answer would go on where it stops, and not cut it short.
  if (wordsToInterrupt > 0 && speakingSince !== null) await deps.socket.send(connectionId, END_OF_UTTERANCE);
  const speaker = createSpeaker({ connectionId, generation }, deps, {
    preemptible: wordsToInterrupt > 0,
    waitForEndOfSpeech: waitForEndOfSpeech(deps),
  });
  const stopFilling = scheduleFiller({ conversation, text, speaker }, deps);
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
  if (outcome.kind === 'spoken' || outcome.kind === 'interrupted' || !(await speaker.hasFloor())) return;
  const unsaid = outcome.kind === 'failed' ? '' : outcome.unsaid;
  if (outcome.kind !== 'failed') deps.logger.info('tool called', { ...state.call, tool: outcome.kind });
  if (outcome.kind === 'do_not_call') await recordOptOut(state.call, deps);
  if (speaker.isDisconnected()) return;
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
  logger.warn('language model failed', { ...state.call, modelId: script.modelId, attempt, problem });
}

export interface EndOfSpeechDeps extends RetryUntilOpenDeps {
  clock: Clock;
}

/** Whoever draws breath and goes on is through after some seconds, and their words come then; a cough brings none. */
const LONGEST_SECONDS = 3;
const STEP_SECONDS = 0.1;

/**
 * The customer may go on speaking while an answer to their first words is being made: it is kept back, so that what they
 * add within a breath is one turn with what they said before. Gives the state in which the answer may begin, or may not.
 */
export function waitForEndOfSpeech({ conversations, pause, clock }: EndOfSpeechDeps) {
  return async (state: ConversationState): Promise<ConversationState | undefined> => {
    let now: ConversationState | undefined = state;
    for (let step = 0; step < LONGEST_SECONDS / STEP_SECONDS; step += 1) {
      const goesOn: boolean = now !== undefined && now.customerSpeaksSince !== null;
      if (!goesOn || now?.generation !== state.generation) return now;
      await pause(clock.callMs(STEP_SECONDS));
      now = await conversations.getState(state.connectionId);
    }
    return now;
  };
}

/** Until the carrier's voice begins, and for what of the turn is still to be played. */
const MARGIN_SECONDS = 5;

/**
 * Ends the call on the assistant's decision, once, and only if nobody has spoken since that generation or the time of the call
 * is up: the last words are said, it is noted who ended the call, and the line is closed when they have been heard: as soon as
 * the carrier says so, or after the time that they take by estimate.
 */
export async function sayGoodbye(
  { connectionId, generation, call, isTimeUp = false }: Floor & { call: CallKey; isTimeUp?: boolean },
  lastWords: string,
  speaker: Speaker,
  deps: ConversationDeps,
): Promise<void> {
  const seconds = estimateSpeechSeconds(speaker.spokenText() + lastWords) + MARGIN_SECONDS;
  const hangUp = { connectionId, generation, timer: 'hang_up', silentSeconds: 0 } as const;
  // Not after the words: should this run break off, the line must be closed all the same.
  const [isFirst] = await Promise.all([
    deps.conversations.beginEnding(connectionId, deps.clock.now(), isTimeUp ? undefined : generation),
    deps.timer.afterCallSeconds(seconds, 'continue-conversation', hangUp),
  ]);
  if (!isFirst) return;
  speaker.beginClosing();
  // A line that is closed by now was closed by the customer.
  if (await speaker.say(lastWords, true)) await deps.calls.recordEndedBy(call, 'assistant');
}

export interface RecordOptOutDeps {
  calls: CallStore;
  doNotCall: DoNotCallStore;
  clock: Clock;
  metrics: Metrics;
}

/** The customer of this call does not want to be called again: the number goes on the list of its user at once. */
export async function recordOptOut(
  key: CallKey,
  { calls, doNotCall, clock, metrics }: RecordOptOutDeps,
): Promise<void> {
  const call = await calls.get(key);
  if (!call) return;
  const { userId, clientPhoneNumber: phoneNumber } = call;
  const entry = {
    userId,
    phoneNumber,
    source: 'call',
    reason: `said in call ${call.id}`,
    createdAt: clock.now(),
  } as const;
  if ((await doNotCall.add(entry)) === 'added') metrics.count('DoNotCallAdded', { source: 'call' });
}
