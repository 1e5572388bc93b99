import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import type { Call, CallBody } from '#shared/calls/call.ts';
import type { setupAdmin } from '#test/infra/admin/admin.ts';
import { buildAssistant, buildDelivery } from '#test/support/builders.ts';

/** What the call of `storeSettledCall` ended with. */
export const reason = { by: 'customer', code: 'sip_487', text: 'SIP 487: Request Terminated.' } as const;

/** Stores user 1 with money, and a call of theirs that was settled at a time, with what was said and its delivery. */
export async function storeSettledCall(
  admin: ReturnType<typeof setupAdmin>,
  call: Call,
  settled: { turns: CallBody['turns']; at: number },
) {
  await admin.json('user', 'create', '--name', 'Acme');
  await admin.json('balance', 'add', '--user', '1', '--amount', '10');
  return settleCall(admin.deps, call, settled);
}

/** The same for a user who is stored already. */
export async function settleCall(
  deps: Pick<AdminDeps, 'calls' | 'deliveries'>,
  call: Call,
  { turns, at }: { turns: CallBody['turns']; at: number },
) {
  const { userId } = call;
  const variables = { customer_name: 'Ann' };
  const assistant = buildAssistant({ userId, systemPrompt: 'Be secretive.' });
  await deps.calls.createWithHold(call, { assistant, variables });
  const key = { userId, callId: call.id };
  await deps.calls.change(key, { status: 'ended' }, at);
  await deps.calls.settle({
    key,
    status: 'ended_by_customer',
    outcome: 'goal_reached',
    reason: 'customer_hung_up',
    carrierCost: 14_000,
    totalCost: 114_000,
    hold: call.hold,
    entry: { id: 5, userId, amount: -114_000, kind: 'call', reference: String(call.id), createdAt: at },
    body: { variables, turns, evaluation: { status: true }, reason, webhookResponse: null },
    at,
  });
  const delivery = buildDelivery({ userId, callId: call.id, createdAt: at + 1000 });
  await deps.deliveries.create(delivery);
  const attempt = { at: at + 2000, status: 500, problem: null, durationMs: 12 };
  await deps.deliveries.recordAttempt(delivery, attempt, 'exhausted');
  return delivery;
}
