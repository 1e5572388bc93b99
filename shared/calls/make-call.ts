import type { WalletStore } from '#shared/accounts/account.ts';
import { toDecimal } from '#shared/accounts/money.ts';
import type { AssistantStore } from '#shared/assistants/assistant-store.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { newCall } from '#shared/calls/call-cost.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call } from '#shared/calls/call.ts';
import { ratesFor } from '#shared/catalog/rate-card.ts';
import { fitsVariablesLimit, tooManyVariables } from '#shared/platform/variables.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { selectCallerId, type PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError, invalidFields, fillSentence, sentences } from '#shared/platform/errors.ts';
import { findReservedRecord, asResumed, type Reservation } from '#shared/platform/http/idempotency.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface MakeCallInput {
  userId: number;
  phoneNumber: string;
  assistantId: number;
  variables: Record<string, unknown>;
  reservation?: Reservation | undefined;
}

export interface MakeCallDeps {
  assistants: AssistantStore;
  phoneNumbers: PhoneNumberStore;
  wallets: WalletStore;
  calls: CallStore;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
  metrics: Metrics;
  /** Whether multimodal calls are configured. */
  hasSpeechModel: boolean;
}

/**
 * Call seconds until the first look at a call that may have been lost: the shortest maximum duration (20 s) and five minutes.
 * Longer calls are looked at again when their own time is up.
 */
const FIRST_WATCHDOG_SECONDS = 320;

/**
 * Starts a call: checks in the order of the contract, holds the money and stores the call in one transaction, then queues it.
 * The watch is set before anything is stored, so that no crash can leave a call, and money held for it, that nobody looks at.
 * @throws AppError invalid_phone_number, assistant_not_found, validation_failed on `assistant_id` or `variables`, insufficient_balance
 */
export async function makeCall(input: MakeCallInput, deps: MakeCallDeps): Promise<Call> {
  const { userId, reservation } = input;
  const place = await findReservedRecord(
    reservation,
    (callId) => deps.calls.get({ userId, callId }),
    (call) => call.reservationToken,
  );
  if (place.item) return queueAgain(place.item, deps);
  const to = toE164(input.phoneNumber);
  if (to === undefined) throw new AppError('invalid_phone_number');
  const callId = place.id ?? deps.ids.recordId();
  const [assistant, numbers, wallet] = await Promise.all([
    deps.assistants.get(userId, input.assistantId),
    deps.phoneNumbers.list(userId),
    deps.wallets.get(userId),
    deps.timer.afterCallSeconds(FIRST_WATCHDOG_SECONDS, 'check-call', {
      userId,
      callId,
      waitedSeconds: FIRST_WATCHDOG_SECONDS,
    }),
  ]);
  if (!assistant) throw new AppError('assistant_not_found');
  const from = canCallOut(assistant, deps.hasSpeechModel)
    ? selectCallerId(assistant.phoneNumberId, numbers, deps.clock.now())
    : undefined;
  if (!from) throw unusableAssistant();

  const variables = { ...assistant.variables, ...input.variables };
  if (!fitsVariablesLimit(variables)) throw tooManyVariables();
  const call = newCall({
    callId,
    type: 'outbound',
    assistant,
    clientPhoneNumber: to,
    assistantPhoneNumber: from.phoneNumber,
    available: wallet?.available ?? 0,
    rates: ratesFor(to),
    reservationToken: reservation?.token,
  });
  if (!call) throw new AppError('insufficient_balance');
  // Its own variables are among the merged ones, and both together could be more than one item holds.
  const pinned = { ...assistant, variables: {} };
  const outcome = await deps.calls.createWithHold(call, { assistant: pinned, variables });
  if (outcome === 'insufficient_balance') throw new AppError('insufficient_balance');
  // The id of a call made in the same millisecond, 1 in 4,096: begin again with another one.
  if (outcome === 'id_taken') return makeCall({ ...input, reservation: asResumed(reservation) }, deps);
  deps.metrics.count('CallAccepted');
  deps.metrics.count('MoneyHeld', {}, toDecimal(call.hold));
  await queueCall(call, deps);
  return call;
}

/** An earlier run has stored the call, and may have died before it was queued. The worker dials once, however often it is told to. */
async function queueAgain(call: Call, deps: MakeCallDeps): Promise<Call> {
  if (call.status === 'initiated' && call.claimedAt === null) await queueCall(call, deps);
  return { ...call, status: 'initiated' };
}

async function queueCall({ userId, id }: Call, { queue }: MakeCallDeps): Promise<void> {
  await queue.send('place-call', { userId, callId: id }, { groupId: String(userId) });
}

/** Calls of the multimodal engine need a speech model to bridge them to. */
function canCallOut(assistant: Assistant, hasSpeechModel: boolean): boolean {
  const isReachable = assistant.mode === 'pipeline' || hasSpeechModel;
  return assistant.type === 'outbound' && assistant.status === 'active' && isReachable;
}

function unusableAssistant(): AppError {
  return invalidFields({ assistant_id: [fillSentence(sentences.selected, 'assistant_id')] });
}
