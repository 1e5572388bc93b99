import type { Call } from '#shared/calls/call.ts';
import { isOver, type Carrier, type CarrierCallState } from '#shared/calls/carrier.ts';
import { legCost, type Transfer } from '#shared/calls/transfer.ts';
import { retryLater, type CarrierOf } from '#shared/numbers/carrier-account.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';

export interface SettleTransfersDeps {
  carrier: CarrierOf<Carrier>;
  logger: Logger;
}

const CARRIER_AGAIN_SECONDS = 60;
const LEG_AGAIN_SECONDS = 2;

/**
 * The humans who were called, with the time and the cost of their legs: callbacks may be lost, so the carrier is asked.
 * @throws RetryLater while the carrier does not answer, or a leg is not over
 */
export async function settleTransfers(call: Call, deps: SettleTransfersDeps): Promise<Transfer[]> {
  const { transfers = [], carrierCallId, carrierAccount } = call;
  const known = transfers.filter(({ status }) => status !== 'requested');
  if (carrierCallId === null || known.every(({ perMinute }) => perMinute === undefined)) return known;
  const orLater = retryLater(CARRIER_AGAIN_SECONDS, deps.logger);
  const legs = await orLater(deps.carrier(carrierAccount).findLegs(carrierCallId));
  if (legs.some(({ status }) => !isOver(status))) throw new RetryLater('a leg is not over', LEG_AGAIN_SECONDS);
  const unnamed = legs.filter((leg) => !known.some(({ legId }) => legId === leg.carrierCallId)).toReversed();
  return known.map((transfer) => {
    if (transfer.perMinute === undefined) return transfer;
    const named = legs.find((leg) => leg.carrierCallId === transfer.legId);
    return settled(transfer, named ?? (transfer.legId === undefined ? unnamed.shift() : undefined), call);
  });
}

/** The last callback of a leg that is still open was lost. */
function settled(transfer: Transfer, leg: CarrierCallState | undefined, { endedAt }: Call): Transfer {
  const durationSeconds = leg?.durationSeconds ?? 0;
  const over = leg?.status === 'busy' ? 'busy' : 'no_answer';
  return {
    ...transfer,
    ...(transfer.status === 'ringing' && { status: over }),
    ...(transfer.endedAt === undefined && endedAt !== null && { endedAt }),
    durationSeconds,
    cost: legCost(transfer, durationSeconds),
  };
}
