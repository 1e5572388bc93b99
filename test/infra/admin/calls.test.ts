import { describe, expect, it } from 'vitest';
import { setupAdmin } from '#test/support/admin.ts';
import { buildAssistant, buildCall, buildDelivery } from '#test/support/builders.ts';

const at = Date.UTC(2026, 5, 30, 12);
const call = buildCall({ userId: 1, id: 6_032_158_326_784, hold: 2_000_000 });

const delivery = buildDelivery({ userId: 1, callId: call.id });

async function setup() {
  const admin = setupAdmin();
  const { calls, deliveries } = admin.deps;
  await admin.json('user', 'create', '--name', 'Acme');
  await admin.json('balance', 'add', '--user', '1', '--amount', '10');
  await calls.createWithHold(call, { assistant: buildAssistant({ userId: 1 }), variables: { name: 'Ann' } });
  const key = { userId: 1, callId: call.id };
  await calls.change(key, { status: 'ended' }, at);
  await calls.settle({
    key,
    status: 'ended_by_customer',
    carrierCost: 14_000,
    totalCost: 114_000,
    hold: call.hold,
    entry: { id: 5, userId: 1, amount: -114_000, kind: 'call', reference: String(call.id), createdAt: at },
    body: {
      variables: { name: 'Ann' },
      turns: [
        { sender: 'bot', text: 'Hello Ann', timestamp: at },
        { sender: 'human', text: 'Bye', timestamp: at + 1000 },
      ],
      evaluation: { status: true },
      webhookResponse: null,
    },
    at,
  });
  await deliveries.create(delivery);
  const failed = { at, status: 500, problem: null, durationMs: 12 };
  await deliveries.recordAttempt(delivery, failed, 'exhausted');
  return admin;
}

describe('admin call show', () => {
  it.each([{ args: [`1/${call.id}`] }, { args: ['--user', '1', String(call.id)] }])(
    'prints the whole call for $args',
    async ({ args }) => {
      const { json } = await setup();
      await expect(json('call', 'show', ...args)).resolves.toMatchObject({
        call: { id: call.id, user_id: 1, status: 'ended_by_customer', client_phone_number: '+12025550100' },
        costs: { held: 0, carrier_cost: 0.014, assistant_cost: 0.1, total_cost: 0.114 },
        transcript: [
          { at: '2026-06-30T12:00:00.000Z', speaker: 'Assistant', text: 'Hello Ann' },
          { speaker: 'Customer', text: 'Bye' },
        ],
        variables: { name: 'Ann' },
        evaluation: { status: true },
        deliveries: [{ id: delivery.id, status: 'exhausted', attempts: [{ attempt: 1, status: 500, problem: null }] }],
      });
    },
  );

  it('prints it as tables', async () => {
    const { run } = await setup();
    const { out } = await run('call', 'show', `1/${call.id}`);
    expect(out).toMatch(/^Call\n[^]*Costs\n[^]*Conversation\n[^]*Hello Ann[^]*Webhooks\n[^]*exhausted/);
    expect(out).toContain(`Attempts of ${delivery.id}`);
  });
});

describe('admin webhook replay', () => {
  it.each([{ target: String(call.id) }, { target: delivery.id }])('queues $target again', async ({ target }) => {
    const { json, deps } = await setup();
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
    const { run, deps } = await setup();
    const { exitCode } = await run('webhook', 'replay', '--user', '2', delivery.id);
    expect(exitCode).toBe(1);
    expect(deps.queue.sent).toEqual([]);
  });
});
