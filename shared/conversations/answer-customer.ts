import type { ReasonCode } from '#shared/calls/call-reasons.ts';
import type { CallKey } from '#shared/calls/call.ts';
import { phrasesFor } from '#shared/catalog/languages.ts';
import { withoutMachines } from '#shared/conversations/answerer.ts';
import type { Conversation, ConversationDeps } from '#shared/conversations/conversation.ts';
import { reopen, textToGoOn } from '#shared/conversations/customer-reactions.ts';
import { fillSilence } from '#shared/conversations/fillers.ts';
import { isPreemptible } from '#shared/conversations/interruption.ts';
import { outsideOf } from '#shared/conversations/outside-of-call.ts';
import { needAnswer, waitForEndOfSpeech } from '#shared/conversations/over-speech.ts';
import type { TurnTime } from '#shared/conversations/speak-reply.ts';
import {
  createSpeechSender,
  retryUntilOpen,
  type Floor,
  type SpeechSender,
} from '#shared/conversations/speech-sender.ts';
import { estimateSpeechSeconds } from '#shared/conversations/speech-text.ts';
import { answerWithTools, type TurnOutcome, type TurnWithTools } from '#shared/conversations/tool-loop.ts';
import { isJustBack, withHandedBack, withToolUses } from '#shared/conversations/tool-memory.ts';
import { endOfSpeech, toTurns } from '#shared/conversations/transcript.ts';
import { END_OF_UTTERANCE } from '#shared/conversations/voice-session.ts';
import { offeredTools } from '#shared/tools/tool.ts';
import type { ConversationEvent, ConversationState } from './conversation-items.ts';

export interface AnswerCustomerInput {
  connectionId: string;
  text: string;
  /** When the prompt, or the last of some keys, arrived, epoch milliseconds. */
  at: number;
  /** Interruptions until then are older than the turn, epoch milliseconds. The default is `at`. */
  heardAt?: number;
}

export type AnswerCustomerDeps = Omit<ConversationDeps, 'connectionOfToken'>;

/** Call seconds from the customer's last word to the prompt, by default. */
const ENDPOINT_SECONDS = 0.6;

/** Answers a prompt, once if its frame is repeated. If the models fail, the assistant says so and ends the call. */
export async function answerCustomer(input: AnswerCustomerInput, deps: AnswerCustomerDeps): Promise<void> {
  const { connectionId, text, at, heardAt } = input;
  if (text.trim() === '') return;
  const time: TurnTime = { startedAt: deps.clock.now(), modelMs: 0 };
  const record = () => deps.conversations.recordCustomerTurn(connectionId, text.trim(), at, heardAt);
  const outcome = await retryUntilOpen(connectionId, record, deps);
  if (!outcome) {
    deps.logger.warn('a prompt has no open conversation', { connectionId });
    await deps.socket.send(connectionId, { kind: 'end', isLost: true });
    return;
  }
  const conversation = outcome === 'held' ? await answerAfterSpeech(input, deps) : outcome;
  if (!conversation || conversation === 'repeated') return;
  if (conversation.state.endingAt !== null && !(await reopen(conversation, { text, at }, deps))) return;
  const { speakingSince } = conversation.state;
  const state = { ...conversation.state, endingAt: null };
  const heard = await withoutMachines({ ...conversation, state }, { text, at }, deps);
  if (!heard) return;
  // Close an open utterance: otherwise the carrier appends the answer to it instead of preempting it.
  if (isPreemptible(conversation.state) && speakingSince !== null)
    await deps.socket.send(connectionId, END_OF_UTTERANCE);
  const rest = heardAt === undefined ? textToGoOn(conversation, { text, at }, deps.clock) : '';
  if (rest !== '') return goOn({ ...conversation, state }, rest, deps);
  // Keys are a turn 1.2 s after the last one, spoken words 0.6 s after their end.
  const since = heardAt === undefined ? at : at + deps.clock.callMs(ENDPOINT_SECONDS);
  await runTurn(heard, { text, at, since, time }, deps);
}

/** After an acknowledgement that has cut the voice, as after a cough. */
async function goOn({ state, script, unstored = [] }: Conversation, rest: string, deps: AnswerCustomerDeps) {
  const speechSender = createSpeechSender(state, deps, { locale: script.locale, preemptible: isPreemptible(state) });
  await speechSender.say(rest, true);
  await speechSender.record({ words: [...unstored] });
}

/** The voice has stopped meanwhile, or must be over by now: the report of its end was lost. */
async function answerAfterSpeech(
  { connectionId, at, heardAt = at }: AnswerCustomerInput,
  { conversations, clock }: AnswerCustomerDeps,
): Promise<Conversation | undefined> {
  const known = await conversations.read(connectionId);
  if (!known || known.state.heldAt !== at) return undefined;
  const isSpeaking = known.state.speakingSince !== null;
  if (isSpeaking && at < endOfSpeech(known, { msPerCallSecond: clock.callMs(1) })) return undefined;
  if (needAnswer(known, clock)) return conversations.answerHeld(connectionId, at, heardAt);
  await conversations.dropHeld(connectionId, at);
  return undefined;
}

export interface Turn {
  text: string;
  at: number;
  /** The silence that fillers break began then, epoch milliseconds. */
  since: number;
  time?: TurnTime;
}

export async function runTurn(
  conversation: Conversation,
  { text, at, since, time = { startedAt: since, modelMs: 0 } }: Turn,
  deps: AnswerCustomerDeps,
): Promise<void> {
  const { state } = conversation;
  const speechSender = createSpeechSender(state, deps, {
    locale: conversation.script.locale,
    preemptible: isPreemptible(state),
    waitForEndOfSpeech: waitForEndOfSpeech(deps),
  });
  const filler = fillSilence({ conversation, text, since, speechSender }, deps);
  const called: string[] = [];
  let tool: string | undefined;
  let isStored = false;
  const store = async () => {
    const { askedAt, firstTokenAt } = time;
    const isMeasured = askedAt !== undefined && firstTokenAt !== undefined;
    const timing = isMeasured ? { promptAt: at, askedAt, firstTokenAt } : undefined;
    const tools = called.length > 0 && { tools: [...called] };
    const { model } = time;
    const spokenBy = model === undefined ? {} : { model };
    await speechSender.record({
      timing,
      ...spokenBy,
      words: [...(conversation.unstored ?? [])],
      ...tools,
      ...(tool && { tool }),
    });
    isStored = true;
  };
  try {
    tool = await answer(conversation, { speechSender, time, called, filler, onCut: store }, deps);
  } finally {
    filler.end();
    // The event of an answer that was cut has no tool.
    const isLateTool = isStored && tool !== undefined;
    if (!isStored) await store();
    // Otherwise nothing would tell `finishCall` that the turn is over, nor what has run.
    const isUnheard = speechSender.spokenText() === '' && (speechSender.isDisconnected() || called.length > 0);
    const tools = isUnheard && called.length > 0 && { tools: called };
    if (isUnheard || isLateTool)
      await endTurn({ outcome: 'unheard', ...tools, ...(tool && { tool }) }, conversation, deps);
  }
}

async function endTurn(
  end: Pick<Extract<ConversationEvent, { kind: 'turn_ended' }>, 'outcome' | 'tools' | 'tool'>,
  { state: { connectionId, generation } }: Conversation,
  { conversations, clock }: AnswerCustomerDeps,
): Promise<void> {
  await conversations.appendEvent(connectionId, { kind: 'turn_ended', at: clock.now(), generation, ...end });
}

/** Returns the tool with which the model has ended the call, unless the customer's next words came before it. */
async function answer(
  conversation: Conversation,
  turn: Omit<TurnWithTools, 'request' | 'tools' | 'variables'>,
  deps: AnswerCustomerDeps,
): Promise<string | undefined> {
  const { state, script } = conversation;
  const { speechSender } = turn;
  const outside = await outsideOf(conversation, deps);
  const msPerCallSecond = deps.clock.callMs(1);
  const request = {
    systemPrompt: script.systemPrompt,
    locale: script.locale,
    temperature: script.temperature,
    turns: withToolUses(withHandedBack(toTurns(conversation, { msPerCallSecond }), conversation), outside.uses),
    alreadySaid: '',
  };
  const own = offeredTools(deps.tools, { mode: 'pipeline', ...script });
  const tools = [...(isJustBack(conversation) ? own.filter((tool) => !tool.handsOver) : own), ...outside.tools];
  const { variables } = outside;
  const outcome = await answerWithTools(conversation, { ...turn, request, tools, variables }, deps);
  const end = outcome.kind === 'ending' ? outcome.tool.name : outcome.kind;
  deps.logger.info('turn answered', { ...state.call, outcome: end, ...turn.time.toFirstWords });
  if (outcome.kind === 'silent') await endSilently(conversation, deps);
  if (outcome.kind === 'spoken' || outcome.kind === 'silent' || outcome.kind === 'interrupted') return undefined;
  if (outcome.kind === 'ending') return endByTool(outcome, conversation, speechSender, deps);
  // Whatever the customer has done: unless a later turn is answered, the call ends as one whose models failed.
  await endTurn({ outcome: 'model_failed' }, conversation, deps);
  if (!(await speechSender.hasFloor()) || speechSender.isDisconnected()) return undefined;
  await sayGoodbye({ ...state, reason: 'model_failed' }, phrasesFor(script.languageId).outage, speechSender, deps);
  return undefined;
}

/** Nothing is played that would begin the silence. */
async function endSilently(conversation: Conversation, deps: AnswerCustomerDeps): Promise<void> {
  const { connectionId, generation, silenceSeconds: silentSeconds } = conversation.state;
  await endTurn({ outcome: 'unheard' }, conversation, deps);
  // As if a word had been played.
  const silentSince = deps.clock.now() + deps.clock.callMs(1);
  const silence = { connectionId, generation, timer: 'silence', silentSeconds, silentSince } as const;
  await deps.timer.afterCallSeconds(silentSeconds, 'continue-conversation', silence);
}

async function endByTool(
  { tool, args, lastWords }: Extract<TurnOutcome, { kind: 'ending' }>,
  { state }: Conversation,
  speechSender: SpeechSender,
  deps: AnswerCustomerDeps,
): Promise<string | undefined> {
  const { mustNotBeLost = false, name } = tool;
  // The customer may have spoken since. The assistant has told them what it does.
  if (mustNotBeLost) await tool.run(args, state.call);
  const hasFloor = await speechSender.hasFloor();
  deps.logger.info('tool called', { ...state.call, tool: name });
  if (!hasFloor && tool.handsOver) return undefined;
  if (!hasFloor) return mustNotBeLost || (await isCutByNoise(state, deps)) ? name : undefined;
  if (speechSender.isDisconnected()) return name;
  const result = mustNotBeLost ? '' : await tool.run(args, state.call);
  const handOver = tool.handsOver === true ? result : undefined;
  await sayGoodbye({ ...state, mayReopen: true, handOver }, lastWords, speechSender, deps);
  return name;
}

/** Whether no words have followed the sound that has cut this generation. The run that goes on behind it ends the call. */
async function isCutByNoise({ connectionId, generation }: ConversationState, { conversations }: AnswerCustomerDeps) {
  const state = await conversations.getState(connectionId);
  return state !== undefined && state.cutAt !== null && state.generation === generation + 1;
}

interface Goodbye extends Floor {
  call: CallKey;
  isTimeUp?: boolean;
  reason?: ReasonCode;
  /** Words of the customer over the goodbye keep the call open. */
  mayReopen?: boolean;
  /** The call goes on there. */
  handOver?: string | null | undefined;
}

/** For the start of playback, and the part of the turn that is still to be played. Call seconds. */
const MARGIN_SECONDS = 5;

/** Ends the call, once. Not if the customer has spoken since, unless the maximum duration is reached (`isTimeUp`). */
export async function sayGoodbye(
  { connectionId, generation, call, isTimeUp = false, reason, mayReopen = false, handOver }: Goodbye,
  lastWords: string,
  speechSender: SpeechSender,
  deps: Pick<ConversationDeps, 'conversations' | 'calls' | 'timer' | 'clock'>,
): Promise<void> {
  const seconds = estimateSpeechSeconds(speechSender.spokenText() + lastWords) + MARGIN_SECONDS;
  const endingAt = deps.clock.now();
  const hangUp = { connectionId, generation, timer: 'hang_up', silentSeconds: 0, silentSince: endingAt } as const;
  const ending = { generation: isTimeUp ? undefined : generation, mayReopen, handOver: handOver ?? undefined };
  // The timer is set before the words are sent, so that the call is closed even if this run crashes.
  const [isFirst] = await Promise.all([
    deps.conversations.beginEnding(connectionId, endingAt, ending),
    deps.timer.afterCallSeconds(seconds, 'continue-conversation', hangUp),
  ]);
  if (!isFirst) return;
  speechSender.beginClosing();
  // If the connection is already closed, the customer hung up.
  if ((await speechSender.say(lastWords, true)) && !handOver) await deps.calls.recordEndedBy(call, 'assistant', reason);
}
