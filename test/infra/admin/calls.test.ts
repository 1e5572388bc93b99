import { describe, expect, it } from 'vitest';
import { endpointOf, unknownEndpoint } from '#shared/webhooks/endpoint-health.ts';
import { setupAdmin } from '#test/infra/admin/admin.ts';
import { storeSettledCall } from '#test/infra/admin/settled-call.ts';
import { buildCall } from '#test/support/builders.ts';

const at = Date.UTC(2026, 5, 30, 12);
const call = buildCall({ userId: 1, id: 6_032_158_326_784, hold: 2_000_000 });

async function setup() {
  const admin = setupAdmin();
  const turns = [
    { sender: 'bot' as const, text: 'Hello Ann', timestamp: at },
    { sender: 'human' as const, text: 'Bye', timestamp: at + 1000 },
  ];
  return { ...admin, delivery: await storeSettledCall(admin, call, { turns, at }) };
}

describe('admin call show', () => {
  it.each([{ args: [`1/${call.id}`] }, { args: ['--user', '1', String(call.id)] }])(
    'prints the whole call for $args',
    async ({ args }) => {
      const { json, delivery } = await setup();
      await expect(json('call', 'show', ...args)).resolves.toMatchObject({
        call: {
          id: call.id,
          user_id: 1,
          status: 'ended_by_customer',
          client_phone_number: '+12025550100',
          outcome: 'goal_reached',
          end_reason: 'customer_hung_up',
          reason: 'customer sip_487: SIP 487: Request Terminated.',
        },
        costs: { held: 0, carrier_cost: 0.014, assistant_cost: 0.1, total_cost: 0.114 },
        transcript: [
          { at: '2026-06-30T12:00:00.000Z', speaker: 'Assistant', text: 'Hello Ann' },
          { speaker: 'Customer', text: 'Bye' },
        ],
        variables: { customer_name: 'Ann' },
        evaluation: { status: true },
        deliveries: [{ id: delivery.id, status: 'exhausted', attempts: [{ attempt: 1, status: 500, problem: null }] }],
      });
    },
  );

  it('prints it as tables', async () => {
    const { run, delivery } = await setup();
    const { out } = await run('call', 'show', `1/${call.id}`);
    expect(out).toMatch(/^Call\n[^]*Costs\n[^]*Conversation\n[^]*Hello Ann[^]*Webhooks\n[^]*exhausted/);
    expect(out).toContain(`Attempts of ${delivery.id}`);
  });
});

describe('admin webhook', () => {
  it('lists the deliveries of a call, and the receivers of a user', async () => {
    const { json, run, deps, delivery } = await setup();
    await expect(json('webhook', 'deliveries', '--user', '1', String(call.id))).resolves.toMatchObject([
      { id: delivery.id, next_attempt_at: null, attempts: [{ status: 500 }] },
    ]);
    expect((await run('webhook', 'deliveries', '--user', '2', String(call.id))).exitCode).toBe(1);
    const health = { ...unknownEndpoint(endpointOf(1, delivery.url)), pace: 'slow' as const, observedAt: at };
    await deps.endpoints.replace(undefined, { ...health, lastFailure: { at, status: 0, problem: 'ECONNRESET' } });
    await expect(json('webhook', 'endpoints', '--user', '1')).resolves.toMatchObject([
      { origin: 'https://example.com', pace: 'slow', last_failure_status: 0, last_problem: 'ECONNRESET' },
    ]);
  });
});

describe('admin webhook replay', () => {
  it.each(['its call', 'its id'])('queues the delivery again by %s', async (by) => {
    const { json, deps, delivery } = await setup();
    const target = by === 'its id' ? delivery.id : String(call.id);
    await expect(json('webhook', 'replay', '--user', '1', target)).resolves.toEqual([
      {
        id: delivery.id,
        call_id: call.id,
        event: 'call.completed',
        url: delivery.url,
        status: 'pending',
        attempt: 2,
      },
    ]);
    expect(deps.queue.sent).toEqual([
      {
        queue: 'deliver-webhook',
        message: { userId: 1, deliveryId: delivery.id, attempt: 2 },
        options: { groupId: '1' },
      },
    ]);
    await expect(deps.deliveries.get(1, call.id, 'call.completed')).resolves.toMatchObject({
      status: 'pending',
      attempts: [{ status: 500 }],
    });
  });

  it('never replays the delivery of another user', async () => {
    const { run, deps, delivery } = await setup();
    const { exitCode } = await run('webhook', 'replay', '--user', '2', delivery.id);
    expect(exitCode).toBe(1);
    expect(deps.queue.sent).toEqual([]);
  });
});
