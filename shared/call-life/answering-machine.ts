import type { Assistant } from '#shared/assistants/assistant.ts';
import type { AnsweredBy } from '#shared/calls/call-items.ts';
import { openStatuses } from '#shared/calls/call-status.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { type Call, type CallKey } from '#shared/calls/call.ts';
import type { Carrier } from '#shared/calls/carrier.ts';
import { findCarrierCall } from '#shared/calls/track-call.ts';
import { answererOf } from '#shared/conversations/answerer.ts';
import type { Conversation, ConversationStore } from '#shared/conversations/conversation.ts';
import { isCustomerSpeaking, verdictMessage } from '#shared/conversations/mailbox.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface RecordAnsweringMachineDeps {
  calls: CallStore;
  carrier: CarrierOf<Carrier>;
  conversations: ConversationStore;
  timer: Timer;
  clock: Clock;
  logger: Logger;
}

const HANG_UP_SECONDS = 2;

/** A call that a machine answered counts as ended by the assistant. @throws AppError as `findCarrierCall` does */
export async function recordAnsweringMachine(
  key: CallKey,
  verdict: { carrierCallId: string; answeredBy: AnsweredBy },
  deps: RecordAnsweringMachineDeps,
): Promise<void> {
  const { carrierCallId, answeredBy } = verdict;
  const { carrierAccount } = await findCarrierCall(key, carrierCallId, deps);
  const call = await deps.calls.change(key, { answeredBy }, deps.clock.now(), openStatuses);
  if (!call || call.status === 'ended') return;
  const conversation = await knownConversation(call, answeredBy, deps);
  // A conversation that opens later finds the verdict with the call.
  if (answeredBy !== 'machine' || (!conversation && call.mode !== 'multimodal')) return;
  if (conversation && !isPlainMachine(conversation, call)) return decideLater(conversation, call, deps);
  const configuration = await deps.calls.getConfiguration(key);
  if (configuration?.assistant.endCallOnVoicemail !== true) return;
  // Record this first: a conversation that opens at this moment checks whether the call is ending.
  await deps.calls.recordEndedBy(key, 'assistant', 'voicemail');
  await endConversation(key, configuration.assistant, deps);
  await deps.carrier(carrierAccount).hangUp(carrierCallId);
}

/** The words that were heard may know better than the carrier. */
async function knownConversation(
  { connectionId }: Call,
  verdict: AnsweredBy,
  { conversations }: RecordAnsweringMachineDeps,
): Promise<Conversation | undefined> {
  if (connectionId === null) return undefined;
  const state = await conversations.recordVerdict(connectionId, verdict);
  return state && verdict === 'machine' ? conversations.read(connectionId) : undefined;
}

/** It gets no message, and no words are on their way that could tell another story. */
function isPlainMachine(conversation: Conversation, { mode }: Call): boolean {
  const { state, script } = conversation;
  const mayBeSpeaking = mode === 'multimodal' ? !hasWords(conversation) : isCustomerSpeaking(state);
  return script.mailboxMessage === null && !mayBeSpeaking && answererOf(conversation) === 'machine';
}

const hasWords = ({ events }: Conversation) => events.some(({ kind }) => kind === 'customer_said');

/** Call seconds. The carrier writes down what was said after its end, and a verdict comes in the middle of it. */
const TRANSCRIPTION_SECONDS = 4;

async function decideLater(
  conversation: Conversation,
  { userId, id: callId, mode, realtimeCallId }: Call,
  { timer, clock }: RecordAnsweringMachineDeps,
): Promise<void> {
  if (mode === 'multimodal') {
    if (realtimeCallId === undefined) return;
    const message = { userId, callId, realtimeCallId, act: 'answered', silentSeconds: 0 } as const;
    return timer.afterCallSeconds(hasWords(conversation) ? 0 : TRANSCRIPTION_SECONDS, 'steer-realtime', message);
  }
  const { connectionId } = conversation.state;
  await timer.afterCallSeconds(0, 'continue-conversation', verdictMessage(connectionId, clock.now()));
}

/** The timer ends the call if the carrier does not. */
async function endConversation(key: CallKey, { mode }: Assistant, deps: RecordAnsweringMachineDeps): Promise<void> {
  const connectionId = (await deps.calls.get(key))?.connectionId ?? null;
  if (connectionId === null) return;
  await deps.conversations.beginEnding(connectionId, deps.clock.now());
  if (mode !== 'pipeline') return;
  const message = { connectionId, generation: 0, timer: 'hang_up', silentSeconds: 0 } as const;
  await deps.timer.afterCallSeconds(HANG_UP_SECONDS, 'continue-conversation', message);
}
