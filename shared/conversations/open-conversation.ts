import { parseCallReference } from '#shared/calls/call-token.ts';
import { secondsOnLine, type Call, type CallKey } from '#shared/calls/call.ts';
import { handOverOf, type Transfer } from '#shared/calls/transfer.ts';
import { findLanguage, phrasesFor } from '#shared/catalog/languages.ts';
import { answerCustomer, runTurn } from '#shared/conversations/answer-customer.ts';
import { toldOf, TRANSFER_TOOL } from '#shared/conversations/call-transfer-tool.ts';
import {
  type Conversation,
  type ConversationDeps,
  countRefusal,
  earlierConnections,
  findLostConversation,
  newConversationState,
} from '#shared/conversations/conversation.ts';
import { isGreetingWhole } from '#shared/conversations/interruption.ts';
import { buildScript, goodbyeAfterSeconds, type ConversationScript } from '#shared/conversations/script.ts';
import { startSilenceTimer } from '#shared/conversations/silence.ts';
import { createSpeechSender } from '#shared/conversations/speech-sender.ts';
import { quietAfterSpeech } from '#shared/conversations/speech-text.ts';
import { findSpokenForms, speakForms } from '#shared/conversations/spoken-numbers.ts';
import { verdictMessage } from '#shared/conversations/verdict-message.ts';
import type { ConversationEvent } from './conversation-items.ts';

export interface OpenConversationInput {
  connectionId: string;
  carrierCallId: string;
  /** `<user id>.<call id>`, from the call instructions. */
  call: string;
  token: string;
  at: number;
}

const FALLBACK_LOCALE = 'en-US';

/** Ends the session if the token is not valid or is used, or if the call is not in progress. Resumes a lost call. */
export async function openConversation(input: OpenConversationInput, deps: ConversationDeps): Promise<void> {
  const { connectionId, carrierCallId, token, at } = input;
  const key = parseCallReference(input.call);
  const connectionNumber = key && (await deps.connectionOfToken(token, key, carrierCallId));
  if (!key || connectionNumber === undefined) return refuse(input, 'token', deps);
  const earlier = connectionNumber === 0 ? undefined : earlierConnections(await deps.calls.get(key), connectionId);
  // First, so that a connection that is refused has no conversation.
  const connection = { connectionId, connectionNumber, carrierCallId, earlierConnections: earlier };
  const [call, configuration] = await Promise.all([
    deps.calls.connectConversation(key, connection, deps.clock.now()),
    deps.calls.getConfiguration(key),
  ]);
  if (!call || !configuration) return refuse(input, await whyRefused(key, deps), deps);

  const lost = earlier && (await findLostConversation(earlier, deps));
  if (lost) {
    await setGoodbye(connectionId, call, deps);
    return resumeConversation(lost, { connectionId, at, back: transferBehind(lost, call) }, deps);
  }
  const locale = findLanguage(configuration.assistant.languageId)?.locale ?? FALLBACK_LOCALE;
  const source = { call, configuration, locale, now: call.answeredAt ?? call.createdAt };
  const script = scriptOnLine(call, withForms(buildScript(source)), deps);
  const isWhole = script.greeting !== null && isGreetingWhole(configuration.assistant, call.type);
  const state = newConversationState(connectionId, key, script, {
    openedAt: at,
    isGreetingWhole: isWhole,
    verdict: call.type === 'outbound' ? call.answeredBy : undefined,
  });
  // Seconds that were changed cannot be built again.
  const isAsBuilt = secondsOnLine(call, 1, deps.clock) === 1;
  // First: a run that is killed in between leaves no call without timers, which do nothing without a conversation.
  await Promise.all([setGoodbye(connectionId, call, deps), startSilenceTimer(state, deps)]);
  await deps.conversations.open(state, script, isAsBuilt ? source : undefined);
  const opened = await callBehind(key, connectionId, deps);
  if (!opened) return refuse(input, 'unknown_call', deps);
  if (opened.endedBy === 'assistant') return refuse(input, 'call_is_over', deps);
  // A machine may have been detected before the conversation was open.
  if (opened.type === 'outbound' && opened.answeredBy === 'machine') await followVerdict(connectionId, deps);
}

async function followVerdict(connectionId: string, { conversations, timer, clock }: ConversationDeps): Promise<void> {
  await conversations.recordVerdict(connectionId, 'machine');
  await timer.afterCallSeconds(0, 'continue-conversation', verdictMessage(connectionId, clock.now()));
}

function withForms(script: ConversationScript): ConversationScript {
  const greetingForms = findSpokenForms(script.greeting ?? '', script.locale);
  return greetingForms.length > 0 ? { ...script, greetingForms } : script;
}

/** If the call was erased meanwhile, the conversation goes, too: it would stay for a week. */
async function callBehind(key: CallKey, connectionId: string, { calls, conversations }: ConversationDeps) {
  const call = await calls.get(key);
  if (!call) await conversations.remove(connectionId);
  return call;
}

/** A person's silence lasts as long on the local stack as in AWS. */
function scriptOnLine(call: Call, script: ConversationScript, { clock }: ConversationDeps): ConversationScript {
  const onLine = (seconds: number) => secondsOnLine(call, seconds, clock);
  const { initialSilence, reengagementInterval, maxSilenceDuration } = script;
  return {
    ...script,
    ...(initialSilence !== undefined && { initialSilence: onLine(initialSilence) }),
    reengagementInterval: onLine(reengagementInterval),
    maxSilenceDuration: onLine(maxSilenceDuration),
  };
}

/** The service answers a call before it issues a token, so a call that is not in progress is over. */
async function whyRefused(key: CallKey, { calls }: ConversationDeps): Promise<string> {
  const call = await calls.get(key);
  if (!call) return 'unknown_call';
  return call.status === 'in-progress' ? 'token_is_used' : 'call_is_over';
}

async function setGoodbye(connectionId: string, call: Call, { clock, timer }: ConversationDeps): Promise<void> {
  const { answeredAt, connections = 1 } = call;
  const allowedSeconds = secondsOnLine(call, call.allowedSeconds, clock);
  const isFirst = connections === 1 || answeredAt === null;
  const elapsedSeconds = isFirst ? 0 : Math.round((clock.now() - answeredAt) / clock.callMs(1));
  const seconds = goodbyeAfterSeconds(allowedSeconds - elapsedSeconds, timer.latenessSeconds);
  if (seconds === undefined) return;
  const message = { connectionId, generation: 0, timer: 'goodbye', silentSeconds: 0 } as const;
  await timer.afterCallSeconds(seconds, 'continue-conversation', message);
}

async function refuse(
  { connectionId }: Pick<OpenConversationInput, 'connectionId'>,
  reason: string,
  { metrics, logger, socket }: ConversationDeps,
): Promise<void> {
  countRefusal(reason, metrics);
  logger.warn('conversation rejected', { connectionId, reason });
  await socket.send(connectionId, { kind: 'end' });
}

/** Of what was said when the connection was lost, nothing counts as heard. */
type Pending =
  | { kind: 'answer'; text: string; at: number; heard: ConversationEvent[] }
  | { kind: 'repeat'; text: string; heard: ConversationEvent[] }
  | { kind: 'listen'; heard: ConversationEvent[] }
  | { kind: 'go_on'; heard: ConversationEvent[] };

/** Under the id of the new connection: same script and log, no second greeting. @param at epoch milliseconds */
async function resumeConversation(
  lost: Conversation,
  { connectionId, at, back }: { connectionId: string; at: number; back: Transfer | undefined },
  deps: ConversationDeps,
): Promise<void> {
  const { conversations } = deps;
  if (await conversations.getState(connectionId)) return;
  const { state, script, source } = lost;
  const pending = back ? afterTransfer(lost, back, at) : findPending(lost, at, deps);
  await Promise.all(pending.heard.map((event) => conversations.appendEvent(connectionId, event)));
  const opened = {
    ...newConversationState(connectionId, state.call, script, { openedAt: state.openedAt, verdict: state.verdict }),
    generation: state.generation + (back ? AFTER_TRANSFER : 1),
    silentSince: pending.kind === 'listen' ? at : null,
  };
  // Also where the assistant speaks first: should this run be killed, nothing else would break the silence.
  await startSilenceTimer({ ...opened, silentSince: at }, deps);
  await conversations.open(opened, script, source);
  // Stops the timers of the old connection, and a turn that still runs.
  await conversations.beginEnding(state.connectionId, at);
  if (!(await callBehind(state.call, connectionId, deps))) return refuse({ connectionId }, 'unknown_call', deps);
  switch (pending.kind) {
    case 'answer':
      return answerCustomer({ connectionId, text: pending.text, at: pending.at }, deps);
    case 'repeat': {
      const speechSender = createSpeechSender(opened, deps, { locale: script.locale });
      await speechSender.say(pending.text, true);
      return speechSender.record();
    }
    case 'go_on':
      return runTurn({ ...lost, state: opened, events: pending.heard }, { text: '', at, since: at }, deps);
    case 'listen':
      return undefined;
  }
}

/** The tool that ended the conversation is not one that ended the last answer of this one. */
const AFTER_TRANSFER = 2;

/** The transfer that the conversation ended for, if the customer is back without a human. */
function transferBehind({ state: { handOver } }: Conversation, { transfers = [] }: Call): Transfer | undefined {
  const last = transfers.at(-1);
  return last && handOver === handOverOf(last) && last.bridgedAt === undefined ? last : undefined;
}

/** The carrier says the first words at once, the model the next ones. */
function afterTransfer({ state, script, events }: Conversation, transfer: Transfer, at: number): Pending {
  const { apology: text } = phrasesFor(script.languageId);
  const generation = state.generation + AFTER_TRANSFER;
  return {
    kind: 'go_on',
    heard: [
      ...events.toSorted((one, other) => one.at - other.at),
      { kind: 'handed_back', at: at - 1, handedBy: TRANSFER_TOOL, text: toldOf(transfer) },
      { kind: 'assistant_said', at, generation, text, filler: true },
    ],
  };
}

/** The carrier connects a call again 1.6 to 2.6 call seconds after its connection was lost. */
const LOST_SECONDS = 3;

function findPending({ state, script, events }: Conversation, at: number, { clock }: ConversationDeps): Pending {
  const log = events.toSorted((one, other) => one.at - other.at);
  const isAnswer = (event: ConversationEvent) => event.kind === 'assistant_said' && event.filler !== true;
  const answered = log.findLastIndex(isAnswer);
  const last = log[answered];
  const generation = last?.kind === 'assistant_said' ? last.generation : 0;
  const prompt = log.findLast((event, index) => index > answered && event.kind === 'customer_said');
  // Words in the generation of the answer were too short to interrupt it.
  if (prompt?.kind === 'customer_said' && state.generation > generation)
    return { ...prompt, kind: 'answer', heard: log };
  if (state.silentSince !== null) return { kind: 'listen', heard: log };
  const cut = log.filter((event) => isAnswer(event) && 'generation' in event && event.generation === generation);
  const text = last ? cut.map((event) => ('text' in event ? event.text : '')).join(' ') : (script.greeting ?? '');
  const sent = { text: speakForms(text, script.locale), at: cut[0]?.at ?? state.openedAt, sentAt: cut.at(-1)?.at };
  const quietAt = quietAfterSpeech(sent, (seconds) => clock.callMs(seconds));
  if (text === '' || quietAt <= at - clock.callMs(LOST_SECONDS)) return { kind: 'listen', heard: log };
  // Older than the repeat, which may begin in the same millisecond.
  const cutAt = at - 1;
  return {
    kind: 'repeat',
    text,
    heard: [...log, { kind: 'interrupted', at: cutAt, generation, heard: '', isLost: true }],
  };
}
