import type { Call, CallBody } from '#shared/calls/call.ts';
import { calls } from '#shared/container.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';

interface Owner {
  customer: { userId: number };
}

/** A call of the customer as it stands in the table, whatever would have led to it. */
export async function storeCall({ customer: { userId } }: Owner, changes: Partial<Call> = {}): Promise<Call> {
  const call = buildCall({ userId, hold: 1, ...changes });
  const configuration = { assistant: buildAssistant({ userId }), variables: {} };
  if ((await calls().createWithHold(call, configuration)) !== 'created') throw new Error('the call was not stored');
  return call;
}

/** A call that is over, with all that its conversation left. */
export async function storeSettledCall(world: Owner, changes: Partial<Call>, body: CallBody): Promise<Call> {
  const call = await storeCall(world, { ...changes, status: 'ended' });
  await calls().settle({
    key: { userId: call.userId, callId: call.id },
    status: changes.status ?? 'completed',
    carrierCost: 0,
    totalCost: 0,
    hold: call.hold,
    entry: null,
    outcome: changes.outcome,
    reason: 'customer_hung_up',
    body,
    at: Date.UTC(2026, 5, 30, 12),
  });
  return call;
}

let drawn = 0;

/** The id of a call that is made at this moment of a day; several of one moment come one after the other. */
export function callIdAt(time: string): number {
  drawn += 1;
  return createRecordId(Date.parse(time), () => (drawn % 4096) / 4096);
}
