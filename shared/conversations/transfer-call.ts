import type { WalletStore } from '#shared/accounts/account.ts';
import { callCost } from '#shared/calls/call-cost.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { DialQueue } from '#shared/calls/dial-queue.ts';
import {
  MOST_TRANSFERS,
  planTransfer,
  TRANSFER_RING_SECONDS,
  withChange,
  type Transfer,
  type TransferPlan,
} from '#shared/calls/transfer.ts';
import { ratesOfCall } from '#shared/catalog/rate-card.ts';
import { returnToAssistant, type ReturnDeps } from '#shared/conversations/return-to-assistant.ts';
import { isExpensive } from '#shared/destinations/destination-rules.ts';
import { openDestination, type DestinationDeps } from '#shared/destinations/destinations.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

export interface TransferCallDeps extends ReturnDeps {
  calls: CallStore;
  wallets: WalletStore;
  destinations: DestinationDeps;
  phoneNumbers: Pick<PhoneNumberStore, 'findByNumber'>;
  dialQueue: Pick<DialQueue, 'take'>;
  queue: Queue;
  pause: (milliseconds: number) => Promise<void>;
}

const MOST_TRIES = 5;

/**
 * Dials the human for whom the conversation has ended. Claimed before it is dialled, so that a callback that comes twice, or a run that is
 * killed, dials no human a second time: the carrier gets the same instructions until it has followed them. Returns the customer to the
 * assistant where the human cannot be dialled.
 */
export async function transferCall(key: CallKey, transferId: number, deps: TransferCallDeps): Promise<string> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const call = await deps.calls.get(key);
    if (call?.status !== 'in-progress' || call.endedBy !== null) return deps.instructions.hangUp();
    const transfer = call.transfers?.find(({ id }) => id === transferId);
    if (!transfer || transfer.endedAt !== undefined) return returnToAssistant(call, deps);
    // As long as no leg is known, the carrier has not followed the instructions, or they have come twice.
    if (transfer.status === 'ringing' && transfer.legId === undefined) {
      // The run that has claimed it may have been killed before.
      await raiseLimit(call, deps);
      return dial(call, transfer, deps);
    }
    if (transfer.status !== 'requested') return returnToAssistant(call, deps);
    const plan = await planFor(call, transfer, deps);
    const claimed = plan ? await claim(call, transfer, plan, deps) : await fail(call, transfer, deps);
    if (claimed) return claimed;
  }
  throw new Error('the transfers of the call change all the time');
}

type Plan = TransferPlan & { perMinute: number };

/** Undefined: the number may not be dialled, or not be paid. */
async function planFor(call: Call, { to }: Transfer, deps: TransferCallDeps): Promise<Plan | undefined> {
  const { transfers = [], userId, allowedSeconds, hold, answeredAt } = call;
  // A call that counts in other accounts than the wallet has its money there, too.
  if (transfers.length > MOST_TRANSFERS || call.isExpensive === true || call.type === 'web') return undefined;
  const [destination, own, wallet] = await Promise.all([
    openDestination({ userId, e164: to, use: 'called' }, deps.destinations),
    deps.phoneNumbers.findByNumber(to),
    deps.wallets.get(userId),
  ]);
  if (destination.refusal !== undefined || isExpensive(destination.price) || own) return undefined;
  const rates = ratesOfCall(call);
  const plan = planTransfer({
    hold,
    allowedSeconds,
    transfers: transfers.filter(({ perMinute }) => perMinute !== undefined),
    elapsedSeconds: answeredAt === null ? 0 : Math.ceil((deps.clock.now() - answeredAt) / deps.clock.callMs(1)),
    available: wallet?.available ?? 0,
    perMinute: destination.price,
    costOf: (lineSeconds) =>
      callCost({ durationSeconds: lineSeconds, wasAnswered: true, rates, aiSeconds: allowedSeconds }).totalCost,
  });
  return plan && { ...plan, perMinute: destination.price };
}

/** Undefined: the call has changed since it was read. */
async function claim(call: Call, transfer: Transfer, plan: Plan, deps: TransferCallDeps): Promise<string | undefined> {
  const { perMinute, hold, lineSeconds } = plan;
  const now = deps.clock.now();
  const key = { userId: call.userId, callId: call.id };
  const change = { status: 'ringing', startedAt: now, perMinute } as const;
  const after = withChange(call.transfers ?? [], transfer.id, change);
  const outcome = await deps.calls.holdForTransfer(call, { after, hold, lineSeconds }, now);
  if (outcome === 'changed') return undefined;
  if (outcome === 'insufficient_balance') return fail(call, transfer, deps);
  deps.logger.info('call is transferred', { ...key, transfer: transfer.id });
  await raiseLimit(call, deps);
  await keepRate(call, deps);
  return dial({ ...call, lineSeconds }, { ...transfer, ...change }, deps);
}

/** Of the customer's leg at the carrier, which would cut the talk off. */
async function raiseLimit({ userId, id: callId }: Call, { queue }: TransferCallDeps): Promise<void> {
  await queue.send('check-call', { userId, callId, limit: true }, { groupId: String(userId) });
}

/** The carrier accepts calls at a rate, to which this one counts. The customer waits: not longer for it than for an answer. */
const LONGEST_RATE_WAIT_MS = 2_000;

async function keepRate({ userId, id: callId, carrierAccount }: Call, { dialQueue, clock, pause }: TransferCallDeps) {
  const entry = { userId, callId, carrierAccount, priority: 'interactive', fairnessRound: 0 } as const;
  const until = clock.now() + LONGEST_RATE_WAIT_MS;
  for (;;) {
    const now = clock.now();
    const { count, nextAt } = await dialQueue.take(carrierAccount, [entry], now);
    if (count > 0 || now >= until) return;
    await pause(Math.min(until, Math.max(nextAt, now + 1)) - now);
  }
}

function dial(call: Call, { to, startedAt }: Transfer, { instructions, clock }: TransferCallDeps): string {
  const { userId, id: callId, lineSeconds, allowedSeconds, answeredAt, assistantPhoneNumber } = call;
  const before = answeredAt === null ? 0 : Math.ceil((startedAt - answeredAt) / clock.callMs(1));
  return instructions.dialHuman({
    key: { userId, callId },
    to,
    callerId: assistantPhoneNumber,
    ringSeconds: TRANSFER_RING_SECONDS,
    talkSeconds: Math.max(1, (lineSeconds ?? allowedSeconds) - before),
  });
}

/** Undefined: the call has changed since it was read. */
async function fail(call: Call, transfer: Transfer, deps: TransferCallDeps): Promise<string | undefined> {
  const now = deps.clock.now();
  const key = { userId: call.userId, callId: call.id };
  deps.metrics.count('TransferRefused');
  deps.logger.warn('no human is dialled for a transfer', { ...key, transfer: transfer.id });
  const after = withChange(call.transfers ?? [], transfer.id, { status: 'failed', endedAt: now });
  const changed = await deps.calls.changeTransfers(key, { before: call.transfers, after }, now);
  return changed && returnToAssistant(changed, deps);
}
