import type { WalletStore } from '#shared/accounts/account.ts';
import type { Assistant, AssistantStore } from '#shared/assistants/assistant.ts';
import { speakingModelFor } from '#shared/assistants/choose-model.ts';
import { statusesBefore } from '#shared/calls/call-status.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { type Call, type CallKey } from '#shared/calls/call.ts';
import type { CallInstructions } from '#shared/calls/carrier.ts';
import { reportAcceptedCall, configureCall, newCall } from '#shared/calls/new-call.ts';
import { applyCarrierProgress, expectTimeLimit, identifyCarrierCall } from '#shared/calls/track-call.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import { inboundRatesFor } from '#shared/catalog/rate-card.ts';
import type { VoiceStore } from '#shared/catalog/voices.ts';
import { instructConversation } from '#shared/conversations/instruct-conversation.ts';
import { isSubscriptionActive, type PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { maskNumber, toE164 } from '#shared/platform/e164.ts';
import { nextDraw, type IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

interface ReceiveCallInput {
  carrierCallId: string;
  carrierAccount: string;
  from: string;
  to: string;
}

type InboundRefusalReason =
  | 'unknown_number'
  | 'subscription_expired'
  | 'no_assistant'
  | 'assistant_inactive'
  | 'no_language_model';

type RefusalReason = InboundRefusalReason | 'no_money';

export interface AnswerCallDeps {
  calls: CallStore;
  voices: VoiceStore;
  instructions: CallInstructions;
  queue: Queue;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

interface FindInboundAssistantDeps {
  phoneNumbers: PhoneNumberStore;
  assistants: Pick<AssistantStore, 'get'>;
  clock: Clock;
  models: ModelCatalogue;
}

export interface ReceiveCallDeps extends AnswerCallDeps, FindInboundAssistantDeps {
  wallets: WalletStore;
  timer: Timer;
  ids: IdSource;
}

/** Call seconds, as for an outbound call: the shortest maximum duration (20 s) and five minutes. */
const FIRST_WATCHDOG_SECONDS = 320;

/** The caller hears a busy tone and may try again. */
const temporaryReasons: readonly RefusalReason[] = ['no_money', 'no_language_model'];

export const ANONYMOUS = 'anonymous';

const MAX_ADDRESS_LENGTH = 64;

/** Rejects before the call costs anything. Idempotent by the carrier's id. Returns the carrier's instructions. */
export async function receiveCall(input: ReceiveCallInput, deps: ReceiveCallDeps): Promise<string> {
  const known = await deps.calls.findByCarrierId(input.carrierCallId);
  if (known) return answerCall(known, input.carrierCallId, deps);
  const found = await findInboundAssistant(input, deps);
  if (typeof found === 'string') return refuse(input, found, deps);
  return accept(input, found, deps);
}

async function findInboundAssistant(
  { to, carrierAccount }: Pick<ReceiveCallInput, 'to' | 'carrierAccount'>,
  deps: FindInboundAssistantDeps,
): Promise<Assistant | InboundRefusalReason> {
  const number = await deps.phoneNumbers.findByNumber(to);
  if (number?.carrierAccount !== carrierAccount) return 'unknown_number';
  if (!isSubscriptionActive(number, deps.clock.now())) return 'subscription_expired';
  const { userId, inboundAssistantId } = number;
  const assistant = inboundAssistantId === null ? undefined : await deps.assistants.get(userId, inboundAssistantId);
  if (!assistant) return 'no_assistant';
  if (assistant.type !== 'inbound' || assistant.status !== 'active') return 'assistant_inactive';
  return (await speakingModelFor(assistant, deps)) === 'none' ? 'no_language_model' : assistant;
}

async function accept(input: ReceiveCallInput, assistant: Assistant, deps: ReceiveCallDeps, draw = 1): Promise<string> {
  const { carrierCallId } = input;
  const { userId } = assistant;
  const key = { userId, callId: deps.ids.recordId() };
  const [wallet] = await Promise.all([deps.wallets.get(userId), startWatchdog(key, deps)]);
  const call = newCall({
    callId: key.callId,
    type: 'inbound',
    assistant,
    clientPhoneNumber: callerNumber(input.from),
    assistantPhoneNumber: input.to,
    carrierAccount: input.carrierAccount,
    available: wallet?.available ?? 0,
    rates: inboundRatesFor(input.to),
  });
  const outcome = call ? await store({ ...call, status: 'ringing', carrierCallId }, assistant, deps) : 'no_money';
  if (outcome === 'id_taken') return accept(input, assistant, deps, nextDraw(draw));
  if (outcome === 'created') return answerCall(key, carrierCallId, deps);
  // Another delivery of this callback may have stored the call, and its hold may be the money that is missing here.
  const known = await deps.calls.findByCarrierId(carrierCallId);
  return known ? answerCall(known, carrierCallId, deps) : refuse(input, 'no_money', deps);
}

/** E.164, `anonymous`, or the carrier's address, such as `sip:desk@example.com`, cut to 64 characters. */
export function callerNumber(from: string): string {
  const address = from.trim();
  if (address === '') return ANONYMOUS;
  return toE164(address) ?? address.slice(0, MAX_ADDRESS_LENGTH).toWellFormed();
}

async function store(call: Call, assistant: Assistant, deps: ReceiveCallDeps) {
  const configuration = configureCall(assistant, assistant.variables);
  const outcome = await deps.calls.createWithHold(call, configuration);
  if (outcome === 'created') await reportAcceptedCall(call, configuration, deps);
  return outcome;
}

/** Before the call is stored: a crash in between cannot leave a call that is never checked. */
async function startWatchdog(key: CallKey, { timer }: ReceiveCallDeps): Promise<void> {
  await Promise.all([
    timer.afterCallSeconds(FIRST_WATCHDOG_SECONDS, 'check-call', { ...key, waitedSeconds: FIRST_WATCHDOG_SECONDS }),
    expectTimeLimit(key, { timer }),
  ]);
}

function refuse({ to, carrierCallId }: ReceiveCallInput, reason: RefusalReason, deps: ReceiveCallDeps) {
  deps.metrics.count('InboundCallRefused', { reason });
  deps.logger.warn('inbound call rejected', { reason, number: maskNumber(to), carrierCallId });
  return deps.instructions.reject(temporaryReasons.includes(reason) ? 'busy' : 'unassigned');
}

/** Returns the instructions for the conversation. @throws AppError as `findCarrierCall` does */
export async function answerCall(key: CallKey, carrierCallId: string, deps: AnswerCallDeps): Promise<string> {
  const before = await identifyCarrierCall(key, carrierCallId, deps);
  const [configuration, changed] = await Promise.all([
    deps.calls.getConfiguration(key),
    applyCarrierProgress({ key, status: 'in-progress', durationSeconds: 0, before }, deps),
  ]);
  const call = changed ?? (await deps.calls.get(key));
  const isLive = before.status === 'in-progress' || statusesBefore('in-progress').includes(before.status);
  if (!call || !configuration || !isLive) {
    deps.logger.warn('answered call has no conversation', { ...key, status: before.status });
    return deps.instructions.hangUp();
  }
  // Also when the carrier asks again: these instructions never allow a second connection.
  const instruction = { carrierCallId, connectionNumber: 0, isGreeted: false };
  return (await instructConversation(call, configuration, instruction, deps)) ?? deps.instructions.hangUp();
}
