import { toDecimal } from '#shared/accounts/money.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { newCall } from '#shared/calls/call-cost.ts';
import type { CallDeps } from '#shared/calls/call-deps.ts';
import type { Call } from '#shared/calls/call.ts';
import { ratesFor } from '#shared/catalog/rate-card.ts';
import { selectCallerId } from '#shared/numbers/phone-number.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { AppError, fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { asResumed, findReservedRecord, type Reservation } from '#shared/platform/http/idempotency.ts';
import { fitsVariablesLimit, tooManyVariables } from '#shared/platform/variables.ts';

export interface MakeCallInput {
  userId: number;
  /** As the client wrote it. */
  phoneNumber: string;
  assistantId: number;
  variables: Record<string, unknown>;
  reservation?: Reservation | undefined;
}

export type MakeCallDeps = Pick<
  CallDeps,
  | 'assistants'
  | 'phoneNumbers'
  | 'wallets'
  | 'calls'
  | 'queue'
  | 'timer'
  | 'clock'
  | 'ids'
  | 'metrics'
  | 'hasSpeechModel'
>;

/**
 * Call seconds until the watchdog first checks a call: the shortest maximum duration (20 s) and five minutes.
 * The watchdog checks a longer call again when its own time is up.
 */
const FIRST_WATCHDOG_SECONDS = 320;

/**
 * Starts a call: checks in the order of the API contract, holds the money and stores the call in one transaction, then
 * queues it. The watchdog starts before anything is stored: a crash cannot leave a stored call, or held money, that is
 * never checked. With a reservation of an earlier run, returns the call of that run.
 * @throws AppError invalid_phone_number, assistant_not_found, validation_failed on `assistant_id` or `variables`,
 * insufficient_balance
 */
export async function makeCall(input: MakeCallInput, deps: MakeCallDeps): Promise<Call> {
  const { userId, reservation } = input;
  const reserved = await findReservedRecord(
    reservation,
    (callId) => deps.calls.get({ userId, callId }),
    (call) => call.reservationToken,
  );
  if (reserved.item) return queueAgain(reserved.item, deps);
  const to = toE164(input.phoneNumber);
  if (to === undefined) throw new AppError('invalid_phone_number');
  const callId = reserved.id ?? deps.ids.recordId();
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
  // The merged variables contain those of the assistant. Storing both could exceed the size of one item.
  const pinned = { ...assistant, variables: {} };
  const outcome = await deps.calls.createWithHold(call, { assistant: pinned, variables });
  if (outcome === 'insufficient_balance') throw new AppError('insufficient_balance');
  // A call of the same millisecond has this id (1 in 4,096): start again with another id.
  if (outcome === 'id_taken') return makeCall({ ...input, reservation: asResumed(reservation) }, deps);
  deps.metrics.count('CallAccepted');
  deps.metrics.count('MoneyHeld', {}, toDecimal(call.hold));
  await queueCall(call, deps);
  return call;
}

/** An earlier run stored the call, and may have crashed before it queued it. The worker dials a call at most once. */
async function queueAgain(call: Call, deps: MakeCallDeps): Promise<Call> {
  if (call.status === 'initiated' && call.claimedAt === null) await queueCall(call, deps);
  return { ...call, status: 'initiated' };
}

async function queueCall({ userId, id }: Call, { queue }: MakeCallDeps): Promise<void> {
  await queue.send('place-call', { userId, callId: id }, { groupId: String(userId) });
}

/** Assistants of the multimodal engine need a speech model. */
function canCallOut(assistant: Assistant, hasSpeechModel: boolean): boolean {
  const isReachable = assistant.mode === 'pipeline' || hasSpeechModel;
  return assistant.type === 'outbound' && assistant.status === 'active' && isReachable;
}

function unusableAssistant(): AppError {
  return invalidFields({ assistant_id: [fillSentence(sentences.selected, 'assistant_id')] });
}
