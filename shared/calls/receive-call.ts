import type { WalletStore } from '#shared/accounts/account.ts';
import { toDecimal } from '#shared/accounts/money.ts';
import type { AssistantStore } from '#shared/assistants/assistant-store.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { newCall } from '#shared/calls/call-cost.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { statusesBefore, type Call, type CallKey } from '#shared/calls/call.ts';
import type { CallInstructions } from '#shared/calls/carrier.ts';
import { applyCarrierProgress, findCarrierCall } from '#shared/calls/track-call.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import { inboundRatesFor } from '#shared/catalog/rate-card.ts';
import { findVoice } from '#shared/catalog/use-voices.ts';
import type { VoiceStore } from '#shared/catalog/voices.ts';
import { buildScript } from '#shared/conversations/script.ts';
import { maskNumber, toE164 } from '#shared/platform/e164.ts';
import { isSubscriptionActive, type PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Metrics, Logger } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface ReceiveCallInput {
  /** The carrier's own id of the call; it may tell of a call twice. */
  carrierCallId: string;
  /** As the carrier gives it. */
  from: string;
  /** The number that was called, E.164. */
  to: string;
}

export interface ReceiveCallDeps extends AnswerCallDeps, FindInboundAssistantDeps {
  wallets: WalletStore;
  timer: Timer;
  ids: IdSource;
  metrics: Metrics;
}

type Refusal = InboundRefusalReason | 'no_money';

/** As of a call that is dialled: the shortest maximum duration and five minutes. */
const FIRST_WATCHDOG_SECONDS = 320;
/** By then the line is open, and the carrier takes a limit for it. */
const LIMIT_AFTER_SECONDS = 5;

/**
 * A call has come in. The assistant that holds the number answers it as it would a customer who has picked up; a call that
 * nobody answers or pays for is refused before it costs anything, and leaves a count and a line in the log.
 * The carrier's id of the call makes it one call, however often the carrier tells of it.
 */
export async function receiveCall(input: ReceiveCallInput, deps: ReceiveCallDeps): Promise<string> {
  const known = await deps.calls.findInbound(input.carrierCallId);
  if (known) return answerCall(known, input.carrierCallId, deps);
  const found = await findInboundAssistant(input.to, deps);
  if (typeof found === 'string') return refuse(input, found, deps);
  return accept(input, found, deps);
}

async function accept(input: ReceiveCallInput, assistant: Assistant, deps: ReceiveCallDeps): Promise<string> {
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
    available: wallet?.available ?? 0,
    rates: inboundRatesFor(input.to),
  });
  const outcome = call ? await store({ ...call, status: 'ringing', carrierCallId }, assistant, deps) : 'no_money';
  if (outcome === 'id_taken') return accept(input, assistant, deps);
  if (outcome === 'created') return answerCall(key, carrierCallId, deps);
  // Another delivery of the same news may have stored the call meanwhile, and its hold may be the money that is missing.
  const known = await deps.calls.findInbound(carrierCallId);
  return known ? answerCall(known, carrierCallId, deps) : refuse(input, 'no_money', deps);
}

async function store(call: Call, assistant: Assistant, deps: ReceiveCallDeps) {
  const { variables } = assistant;
  const outcome = await deps.calls.createWithHold(call, { assistant: { ...assistant, variables: {} }, variables });
  if (outcome === 'created') {
    deps.metrics.count('CallAccepted');
    deps.metrics.count('MoneyHeld', {}, toDecimal(call.hold));
  }
  return outcome;
}

/** Set before the call is stored, so that no crash can leave one that nobody looks at. */
async function startWatchdog(key: CallKey, { timer }: ReceiveCallDeps): Promise<void> {
  await Promise.all([
    timer.afterCallSeconds(FIRST_WATCHDOG_SECONDS, 'check-call', { ...key, waitedSeconds: FIRST_WATCHDOG_SECONDS }),
    timer.afterCallSeconds(LIMIT_AFTER_SECONDS, 'check-call', { ...key, limit: true }),
  ]);
}

/** What is mended soon, so that the caller may try again. */
const passing: readonly Refusal[] = ['no_money', 'no_speech_model'];

/** Refused, the call is not answered, so that it costs neither the caller nor us. */
function refuse({ to, carrierCallId }: ReceiveCallInput, reason: Refusal, deps: ReceiveCallDeps) {
  deps.metrics.count('InboundCallRefused', { reason });
  deps.logger.warn('inbound call rejected', { reason, number: maskNumber(to), carrierCallId });
  return deps.instructions.reject(passing.includes(reason) ? 'busy' : 'unassigned');
}

export interface AnswerCallDeps {
  calls: CallStore;
  voices: VoiceStore;
  instructions: CallInstructions;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

/** The customer has picked up: the call is in progress, and the carrier is told to connect it to the conversation. */
export async function answerCall(key: CallKey, carrierCallId: string, deps: AnswerCallDeps): Promise<string> {
  const before = await findCarrierCall(key, carrierCallId, deps);
  const [configuration, changed] = await Promise.all([
    deps.calls.getConfiguration(key),
    applyCarrierProgress({ key, status: 'in-progress', carrierCallId, durationSeconds: 0 }, deps),
  ]);
  const call = changed ?? (await deps.calls.get(key));
  const isLive = before.status === 'in-progress' || statusesBefore('in-progress').includes(before.status);
  const language = configuration && findLanguage(configuration.assistant.languageId);
  if (!call || !configuration || !language || !isLive) {
    deps.logger.warn('answered call has no conversation', { ...key, status: before.status });
    return deps.instructions.hangUp();
  }
  const now = call.answeredAt ?? call.createdAt;
  const { greeting } = buildScript({ call, configuration, locale: language.locale, now });
  const { assistant } = configuration;
  const voice = await findVoice(assistant, deps.voices);
  const timeLimitSeconds = call.allowedSeconds;
  return deps.instructions.connectConversation({
    key,
    carrierCallId,
    assistant,
    voice,
    language,
    greeting,
    timeLimitSeconds,
  });
}

/** Why nobody answers a number. */
export type InboundRefusalReason =
  | 'unknown_number'
  | 'subscription_expired'
  | 'no_assistant'
  | 'assistant_inactive'
  | 'no_speech_model';

export interface FindInboundAssistantDeps {
  phoneNumbers: PhoneNumberStore;
  assistants: AssistantStore;
  clock: Clock;
  /** Whether calls can be handed to a speech model, as assistants of the multimodal engine need. */
  hasSpeechModel: boolean;
}

/** The assistant that answers a number, E.164, or why there is none. */
export async function findInboundAssistant(
  e164: string,
  deps: FindInboundAssistantDeps,
): Promise<Assistant | InboundRefusalReason> {
  const number = await deps.phoneNumbers.findByNumber(e164);
  if (!number) return 'unknown_number';
  if (!isSubscriptionActive(number, deps.clock.now())) return 'subscription_expired';
  const { userId, inboundAssistantId } = number;
  const assistant = inboundAssistantId === null ? undefined : await deps.assistants.get(userId, inboundAssistantId);
  if (!assistant) return 'no_assistant';
  if (assistant.type !== 'inbound' || assistant.status !== 'active') return 'assistant_inactive';
  return assistant.mode === 'pipeline' || deps.hasSpeechModel ? assistant : 'no_speech_model';
}

/** What a caller who shows no number is called. */
export const ANONYMOUS = 'anonymous';

/**
 * What Twilio shows instead of a number that is withheld: a word, or the keys that spell it on a telephone
 * (RESTRICTED, ANONYMOUS, UNAVAILABLE, BLOCKED, UNKNOWN).
 */
const withheld =
  /^\+?(?:7378742833|266696687|86282452253|2562533|8656696|restricted|anonymous|unavailable|blocked|unknown)$/i;
const LONGEST_ADDRESS = 64;

/**
 * The customer of a call that came in: the number in E.164; `anonymous` when it is withheld; else the address that the
 * carrier gives, such as `sip:desk@example.com`, which may be of any form.
 */
export function callerNumber(from: string): string {
  const address = from.trim();
  if (address === '' || withheld.test(address)) return ANONYMOUS;
  return toE164(address) ?? address.slice(0, LONGEST_ADDRESS);
}
