import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { handler as getPayload } from '#functions/http/webhooks/get-delivery-payload.ts';
import { handler as replay } from '#functions/http/webhooks/replay-delivery.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { deliverWebhook } from '#shared/webhooks/deliver-webhook.ts';
import { askerOf } from '#test/support/http-event.ts';
import { answered, createSettledCall, SIGNING_KEY } from '#test/support/in-memory/ended-calls.ts';

async function setup(...script: Parameters<typeof createSettledCall>) {
  const subject = await createSettledCall(...script);
  const parts = (delivery_id = subject.message(1).deliveryId) => ({ userId: 1, parameters: { delivery_id } });
  return {
    ...subject,
    replay: (id?: string) => askerOf(replay.with(subject.deps))({ method: 'POST', ...parts(id) }),
    payload: (id?: string) => askerOf(getPayload.with(subject.deps))(parts(id)),
  };
}

it('answers 200 and queues a delivery again, whatever came of it', async () => {
  const subject = await setup([answered(410), answered(200)]);
  const { deps, message, delivery } = subject;
  await deliverWebhook(message(1), deps);
  expect((await delivery())?.status).toBe('disabled');
  expect(await subject.replay()).toMatchObject({
    status: 200,
    body: { message: 'Webhook queued successfully', data: { id: message(1).deliveryId, status: 'pending' } },
  });
  expect(deps.queue.sent).toMatchObject([{ queue: 'deliver-webhook', message: message(2) }]);
  await deliverWebhook(message(2), deps);
  expect(await delivery()).toMatchObject({ status: 'delivered', attempts: [{ status: 410 }, { status: 200 }] });
  const [first, second] = deps.transport.requests;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
});

const failed = { at: 1, status: 500, problem: null, durationMs: 1 };

it('answers 200 and queues the attempt after one that is recorded meanwhile', async () => {
  const { deps, message, delivery, replay: again } = await setup([answered(200)]);
  for (let made = 1; made < 10; made += 1) await deps.deliveries.recordAttempt((await delivery())!, failed, 'pending');
  const { get } = deps.deliveries;
  deps.deliveries.get = async (...key) => {
    deps.deliveries.get = get;
    const found = await get(...key);
    await deps.deliveries.recordAttempt(found!, failed, 'exhausted');
    return found;
  };
  expect(await again()).toMatchObject({ status: 200, body: { data: { status: 'pending' } } });
  expect(deps.queue.sent).toMatchObject([{ message: message(11) }]);
  await deliverWebhook(message(11), deps);
  expect(await delivery()).toMatchObject({ status: 'delivered' });
});

it('answers 404 when the call is deleted meanwhile', async () => {
  const { deps, replay: again } = await setup();
  const { get } = deps.deliveries;
  deps.deliveries.get = async (userId, callId, event) => {
    const found = await get(userId, callId, event);
    await deps.deliveries.removeOfCall(userId, callId);
    return found;
  };
  expect(await again()).toMatchObject({ status: 404 });
  expect(deps.queue.sent).toEqual([]);
});

it('answers 409 when a delivery was attempted 200 times', async () => {
  const { deps, message, delivery, replay: again } = await setup();
  for (let made = 0; made < 200; made += 1) {
    await deps.deliveries.recordAttempt((await delivery())!, failed, 'pending');
  }
  expect(await again()).toMatchObject({ status: 409 });
  expect(deps.queue.sent).toEqual([]);
  expect((await delivery())?.id).toBe(message(1).deliveryId);
});

it('answers 200 with the bytes and the headers of the last attempt', async () => {
  const { deps, message, payload } = await setup([answered(500), answered(200)]);
  await deliverWebhook(message(1), deps);
  deps.clock.move(300_000);
  await deliverWebhook(message(2), deps);
  deps.clock.move(86_400_000);
  const { headers, body } = deps.transport.requests[1]!;
  expect(await payload()).toEqual({
    status: 200,
    body: { data: { id: message(1).deliveryId, url: 'https://example.com/post-call', headers, body } },
  });
  const secret = webhookSecret(SIGNING_KEY, 1, 2);
  expect(() => new Webhook(secret).verify(body, headers)).toThrow('Message timestamp too old');
});

it('answers 200 with a fresh signature before the first attempt', async () => {
  const { deps, payload } = await setup();
  const { body } = (await payload()) as { body: { data: { headers: Record<string, string> } } };
  expect(body.data.headers['webhook-timestamp']).toBe(String(Math.floor(deps.clock.now() / 1000)));
});

it.each(['evt_1_call.completed', 'evt_190000000000001_call.started', '17', ''])(
  'answers 404 for the delivery "%s"',
  async (id) => {
    const { replay: again, payload, deps } = await setup();
    const missing = { status: 404, body: { message: 'Webhook delivery not found' } };
    expect([await again(id), await payload(id)]).toEqual([missing, missing]);
    expect(deps.queue.sent).toEqual([]);
  },
);

it('answers 404 to another user, and for a call that was deleted', async () => {
  const { deps, key, message, payload } = await setup();
  const parameters = { delivery_id: message(1).deliveryId };
  expect((await askerOf(getPayload.with(deps))({ userId: 2, parameters })).status).toBe(404);
  expect((await askerOf(replay.with(deps))({ userId: 2, parameters, method: 'POST' })).status).toBe(404);
  await deps.calls.remove(key, deps.clock.now());
  expect((await payload()).status).toBe(404);
});
