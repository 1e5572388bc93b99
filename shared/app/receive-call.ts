import { answerCall, type AnswerCallDeps } from '#shared/app/answer-call.ts';
import {
  findInboundAssistant,
  type FindInboundAssistantDeps,
  type Unanswerable,
} from '#shared/app/find-inbound-assistant.ts';
import { inboundRatesFor } from '#shared/catalog/rate-card.ts';
import { toDecimal } from '#shared/domain/account/money.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { Call, CallKey } from '#shared/domain/call/call.ts';
import { callerNumber } from '#shared/domain/call/caller-number.ts';
import { newCall } from '#shared/domain/call/new-call.ts';
import { maskNumber } from '#shared/domain/phone-number/to-e164.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { Timer } from '#shared/ports/timer.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';

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

type Refusal = Unanswerable | 'no_money';

/** As of a call that is dialled: the shortest maximum duration and five minutes. */
const FIRST_WATCH_SECONDS = 320;
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
  const [wallet] = await Promise.all([deps.wallets.get(userId), watch(key, deps)]);
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
async function watch(key: CallKey, { timer }: ReceiveCallDeps): Promise<void> {
  await Promise.all([
    timer.afterCallSeconds(FIRST_WATCH_SECONDS, 'check-call', { ...key, waitedSeconds: FIRST_WATCH_SECONDS }),
    timer.afterCallSeconds(LIMIT_AFTER_SECONDS, 'check-call', { ...key, limit: true }),
  ]);
}

/** What is mended soon, so that the caller may try again. */
const passing: readonly Refusal[] = ['no_money', 'no_speech_model'];

/** Refused, the call is not answered, so that it costs neither the caller nor us. */
function refuse({ to, carrierCallId }: ReceiveCallInput, reason: Refusal, deps: ReceiveCallDeps) {
  deps.metrics.count('InboundCallRefused', { reason });
  deps.logger.warn('a call that came in was refused', { reason, number: maskNumber(to), carrierCallId });
  return deps.answers.reject(passing.includes(reason) ? 'busy' : 'unassigned');
}
