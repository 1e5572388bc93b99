import { expect } from 'vitest';
import { webhookDeliveries } from '#shared/container.ts';
import { rowsOf } from '#test/api/contract-row.ts';
import { createAssistant, dataOf, settledCall, UPDATE_ASSISTANT } from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';
import { buildDelivery } from '#test/support/builders.ts';

const ours = 'endpoints of this project';
const REPLAY = 'POST /user/webhooks/deliveries/{delivery_id}/replay';
const PAYLOAD = 'GET /user/webhooks/deliveries/{delivery_id}/payload';
const SECRET = 'GET /user/webhooks/secret';
const ROTATE = 'POST /user/webhooks/secret/rotate';
const replay = rowsOf(REPLAY, ours);
const payload = rowsOf(PAYLOAD, ours);
const secret = rowsOf(SECRET, ours);
const rotate = rowsOf(ROTATE, ours);
const test = rowsOf('POST /user/webhooks/test', ours);
const versions = rowsOf('GET /user/assistants/{id}/versions', ours);

const pathOf = (id: string, what: string) => `/user/webhooks/deliveries/${id}/${what}`;
const unknown = { message: 'Webhook delivery not found' };

async function delivery(world: World): Promise<string> {
  const stored = buildDelivery({
    userId: world.customer.userId,
    callId: await settledCall(world),
    status: 'exhausted',
  });
  await webhookDeliveries().create(stored);
  return stored.id;
}

export const webhookRows = [
  replay(200, 'A delivery is sent again, whatever came of it', {
    isFresh: true,
    given: delivery,
    ask: (id) => ({ path: pathOf(id, 'replay') }),
    part: (id) => ({ message: 'Webhook queued successfully', data: { id, status: 'pending' } }),
  }),
  replay(404, 'A delivery that does not exist is not sent', {
    ask: [{ path: pathOf('evt_1_call.completed', 'replay') }, { path: pathOf('1', 'replay') }],
    body: unknown,
  }),
  payload(200, 'What was posted is returned to the byte', {
    isFresh: true,
    given: delivery,
    ask: (id) => ({ path: pathOf(id, 'payload') }),
    after: (answer, id) => {
      const { body, headers } = dataOf(answer) as unknown as { body: string; headers: object };
      expect(`evt_${(JSON.parse(body) as { id: number }).id}_call.completed`).toBe(id);
      expect(headers).toMatchObject({ 'webhook-id': id, 'webhook-signature': expect.stringMatching(/^v1,/) });
    },
  }),
  payload(404, 'A delivery that does not exist has no payload', {
    ask: { path: pathOf('evt_1_call.completed', 'payload') },
    body: unknown,
  }),
  secret(200, 'The secret of webhooks is shown', {
    isFresh: true,
    part: { data: { secret: expect.stringMatching(/^whsec_/), previous: [] } },
  }),
  rotate(200, 'After a rotation the old secret signs as well, for the time that was asked for', {
    isFresh: true,
    given: async (world) => dataOf(await world.ask(SECRET))['secret'],
    ask: { body: { previous_expires_in_seconds: 3600 } },
    after: async (answer, before, world) => {
      expect(dataOf(answer)).toMatchObject({ previous: [{ secret: before }] });
      expect(dataOf(answer)['secret']).not.toBe(before);
      expect(dataOf(await world.ask(SECRET))).toEqual(dataOf(answer));
    },
  }),
  rotate(422, 'A time beyond a week is refused', {
    ask: [{ body: { previous_expires_in_seconds: 604_801 } }, { body: { previous_expires_in_seconds: -1 } }],
  }),
  test(200, 'A test event is answered with its attempt, also when no server is there', {
    ask: { body: { url: 'https://does-not-exist.invalid/hook' } },
    part: { message: 'Test event sent successfully', data: { status: null, error: expect.any(String) } },
  }),
  test(422, 'A test event needs an address', {
    given: createAssistant,
    ask: (assistant_id) => [{ body: {} }, { body: { assistant_id } }, { body: { url: 'nowhere' } }],
  }),
  test(404, 'A test event needs an assistant of the user', { ask: { body: { assistant_id: 1 } } }),
  versions(200, 'Each change of an assistant makes a version; the newest is first', {
    given: async (world) => {
      const id = await createAssistant(world, { assistant_name: 'First' });
      await world.ask(UPDATE_ASSISTANT, { id, body: { assistant_name: 'Second' } });
      return id;
    },
    ask: (id) => ({ id }),
    part: {
      data: [
        { version: 2, name: 'Second' },
        { version: 1, name: 'First' },
      ],
    },
  }),
  versions(404, 'An assistant that does not exist has no versions', { ask: { id: 1 } }),
];
