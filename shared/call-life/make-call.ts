import type { WalletStore } from '#shared/accounts/account.ts';
import type { Assistant, AssistantStore } from '#shared/assistants/assistant.ts';
import { speakingModelFor } from '#shared/assistants/choose-model.ts';
import { findMissingVariables } from '#shared/assistants/prompt-template.ts';
import {
  dialStates,
  enterDialQueue,
  estimateWait,
  type EnterDialQueueDeps,
} from '#shared/call-life/enter-dial-queue.ts';
import {
  findRepeated,
  rememberIfFailed,
  type FailedCalls,
  type KeylessRequest,
} from '#shared/call-life/repeated-call.ts';
import { affordableSeconds } from '#shared/calls/call-cost.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call } from '#shared/calls/call.ts';
import { wakePumps, type DialState } from '#shared/calls/dial-queue.ts';
import { accountsOf, type DialWait } from '#shared/calls/dial-rate.ts';
import { reportAcceptedCall, configureCall, newCall } from '#shared/calls/new-call.ts';
import type { SpeakingModel, ModelCatalogue } from '#shared/catalog/models.ts';
import { refusalOf } from '#shared/destinations/destination-rules.ts';
import {
  marksOf,
  openDestination,
  ratesOf,
  rememberCountry,
  requireAllowed,
  requireAttempt,
  spendable,
  spendReached,
  type DestinationDeps,
} from '#shared/destinations/destinations.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import { inAccounts, selectCallerId, type PhoneNumber, type PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { AppError, fillSentence, invalidFields, sentences, type ErrorCode } from '#shared/platform/errors.ts';
import { requireFewVariables } from '#shared/platform/http/fields.ts';
import { asResumed, findReservedRecord, type Reservation } from '#shared/platform/http/idempotency.ts';
import { nextDraw, type IdSource } from '#shared/platform/ids.ts';
import type { Metrics } from '#shared/platform/observability/telemetry.ts';
import { MAX_DELAY_SECONDS, type Queue } from '#shared/platform/queue/queue.ts';

interface MakeCallInput {
  userId: number;
  /** As the client wrote it. */
  phoneNumber: string;
  assistantId: number;
  variables: Record<string, unknown>;
  expiresInSeconds?: number | undefined;
  allowsParallel?: boolean | undefined;
  reservation?: Reservation | undefined;
}

interface AcceptedCall {
  call: Call;
  /** Undefined if it is dialled at once. */
  wait?: DialWait | undefined;
  /** The placeholders of greeting and prompt that nothing fills. */
  missingVariables: string[];
  speakingModel: SpeakingModel;
  /** An equal request was answered with a server error, and has stored it. */
  isRepeated?: boolean;
}

export interface MakeCallDeps extends EnterDialQueueDeps {
  assistants: Pick<AssistantStore, 'get'>;
  phoneNumbers: PhoneNumberStore;
  wallets: WalletStore;
  calls: CallStore;
  failedCalls: FailedCalls;
  destinations: DestinationDeps;
  queue: Queue;
  ids: IdSource;
  metrics: Metrics;
  models: ModelCatalogue;
  doNotCall: Pick<DoNotCallStore, 'hasErased'>;
}

export const callRefusals = [
  'invalid_phone_number',
  'assistant_not_found',
  'insufficient_balance',
  'too_many_waiting',
  'expensive_spend_reached',
] as const satisfies readonly ErrorCode[];

/**
 * Starts a call: holds the money, stores the call and puts it on the dial queue in one transaction. With a reservation of an
 * earlier run, returns the call of that run.
 * @throws AppError invalid_phone_number, assistant_not_found, validation_failed on `phone_number`, `assistant_id` or `variables`,
 * too_many_waiting, insufficient_balance, expensive_spend_reached, too_many_requests
 */
export async function makeCall(input: MakeCallInput, deps: MakeCallDeps, draw = 1): Promise<AcceptedCall> {
  const { userId, reservation } = input;
  const reserved = await findReservedRecord(
    reservation,
    (callId) => deps.calls.get({ userId, callId }),
    (call) => call.reservationToken,
  );
  if (reserved.item) return wakeAgain(reserved.item, deps);
  const prepared = await prepareCall(input, reserved.id, deps);
  if (prepared.repeated) return { ...(await wakeAgain(prepared.repeated, deps)), isRepeated: true };
  const { call, configuration, speakingModel, state, destination } = prepared;
  await requireAttempt(userId, destination, deps.destinations);
  const entry = await enterDialQueue(call, state, deps);
  const store = () =>
    deps.calls.createWithHold({ ...call, fairnessRound: entry.fairnessRound }, configuration, entry, {
      spend: destination.limit,
    });
  const [outcome, wait] = await Promise.all([
    rememberIfFailed(keylessRequest(input), call.id, store, deps),
    estimateWait(entry, state, deps),
  ]);
  if (outcome === 'insufficient_balance') throw new AppError('insufficient_balance');
  // A call of the same millisecond has this id (1 in 4,096): start again with another id.
  // Of 'full', others have spent the money of expensive destinations meanwhile.
  if (outcome === 'id_taken' || outcome === 'full')
    return makeCall({ ...input, reservation: asResumed(reservation) }, deps, nextDraw(draw));
  const known = rememberCountry(userId, destination, deps.destinations);
  await expectDial(call, deps, reportAcceptedCall(call, configuration, deps), known);
  const missingVariables = findMissingVariables(configuration.assistant, configuration.variables);
  return { call, wait, missingVariables, speakingModel };
}

const keylessRequest = (input: MakeCallInput): KeylessRequest | undefined =>
  input.reservation === undefined ? input : undefined;

/** Checks the request in the order of the API contract, and reads what its call needs. */
async function prepareCall(input: MakeCallInput, reservedId: number | undefined, deps: MakeCallDeps) {
  const { userId, reservation, expiresInSeconds } = input;
  const to = toE164(input.phoneNumber);
  if (to === undefined) throw new AppError('invalid_phone_number');
  requireAllowed(refusalOf(to, 'called', deps.destinations), 'phone_number');
  const callId = reservedId ?? deps.ids.recordId();
  const keyless = keylessRequest(input);
  const [repeated, isErased, destination, assistant, numbers, wallet, states] = await Promise.all([
    keyless && findRepeated(keyless, deps),
    deps.doNotCall.hasErased(userId, to),
    openDestination({ userId, e164: to, use: 'called' }, deps.destinations),
    deps.assistants.get(userId, input.assistantId),
    deps.phoneNumbers.list(userId),
    deps.wallets.get(userId),
    dialStates(deps),
    // Read ahead: `speakingModelFor` finds the list in memory.
    deps.models.list(),
  ]);
  if (repeated) return { repeated };
  requireAllowed(destination.refusal, 'phone_number');
  if (isErased) throw invalidFields({ phone_number: [fillSentence(sentences.erased, 'phone_number')] });
  if (!assistant) throw new AppError('assistant_not_found');
  const { from, state } = callerOf(assistant, numbers, states, deps);
  const speakingModel = await speakingModelFor(assistant, deps);
  if (speakingModel === 'none') throw unusableAssistant(sentences.noModel);
  const variables = { ...assistant.variables, ...input.variables };
  requireFewVariables(variables);
  const available = wallet?.available ?? 0;
  const rates = ratesOf(destination, deps.destinations.rules);
  const call = newCall({
    callId,
    type: 'outbound',
    assistant,
    clientPhoneNumber: to,
    assistantPhoneNumber: from.phoneNumber,
    carrierAccount: from.carrierAccount,
    available: spendable(destination, available),
    rates,
    reservationToken: reservation?.token,
    allowsParallel: input.allowsParallel,
    expiresInMs: expiresInSeconds === undefined ? undefined : deps.clock.callMs(expiresInSeconds),
  });
  if (!call && affordableSeconds(available, assistant.maxDuration, rates) !== undefined)
    throw spendReached(destination, deps.destinations);
  if (!call) throw new AppError('insufficient_balance');
  const marked = { ...call, ...marksOf(destination) };
  const configuration = configureCall(assistant, variables);
  return { repeated, call: marked, configuration, speakingModel, state, destination };
}

/**
 * Wakes a pump for a stored call. It is accepted, so what fails from here on is logged: the schedule wakes a pump as well, and the
 * pump checks the expiry.
 */
async function expectDial(call: Call, deps: MakeCallDeps, ...more: Array<Promise<void>>): Promise<void> {
  const { userId, id: callId } = call;
  const steps = [wakePumps(deps.queue, 'call'), watchExpiry(call, deps), ...more];
  for (const step of await Promise.allSettled(steps)) {
    if (step.status === 'fulfilled') continue;
    deps.logger.error('a step after the call was stored failed', { userId, callId, error: step.reason });
  }
}

/** A pump may reach a call minutes after it has expired. Without this message it finds it then. */
async function watchExpiry({ userId, id: callId, dialBefore }: Call, { queue, clock }: MakeCallDeps): Promise<void> {
  if (dialBefore === undefined) return;
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil((dialBefore - clock.now()) / 1000));
  await queue.send('check-call', { userId, callId, expiry: true }, { delaySeconds: Math.max(0, delaySeconds) });
}

/** An earlier run stored the call, and may have crashed before it woke a pump. */
async function wakeAgain(call: Call, deps: MakeCallDeps): Promise<AcceptedCall> {
  if (call.status === 'initiated' && call.claimedAt === null) await expectDial(call, deps);
  const configuration = await deps.calls.getConfiguration({ userId: call.userId, callId: call.id });
  if (!configuration) throw new Error(`call ${call.id} has no configuration`);
  const { assistant, variables } = configuration;
  return {
    call: { ...call, status: 'initiated' },
    missingVariables: findMissingVariables(assistant, variables),
    speakingModel: await speakingModelFor(assistant, deps),
  };
}

/**
 * The number that calls, and the state of its carrier account.
 * @throws AppError validation_failed on `assistant_id` if it makes no calls, or has no number to make them from
 */
function callerOf(
  assistant: Assistant,
  numbers: readonly PhoneNumber[],
  states: ReadonlyMap<string, DialState>,
  { dialQueue, clock }: MakeCallDeps,
) {
  const { type, status, phoneNumberId } = assistant;
  if (type !== 'outbound' || status !== 'active') throw unusableAssistant();
  const callable = inAccounts(numbers, accountsOf(dialQueue.rate));
  const from = selectCallerId(phoneNumberId, callable, clock.now());
  const state = from && states.get(from.carrierAccount);
  if (from && state) return { from, state };
  const hasExpired = phoneNumberId === null ? callable.length > 0 : callable.some(({ id }) => id === phoneNumberId);
  throw unusableAssistant(hasExpired ? sentences.noSubscription : sentences.selected);
}

function unusableAssistant(sentence: string = sentences.selected): AppError {
  return invalidFields({ assistant_id: [fillSentence(sentence, 'assistant_id')] });
}
