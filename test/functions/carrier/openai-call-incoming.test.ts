import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/openai-call-incoming.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import type { WebhookVerifier } from '#shared/integrations/openai/webhook.ts';
import { httpEvent } from '#test/support/http-event.ts';
import { bridgeCall, carrierCallId, REALTIME_CALL_ID } from '#test/support/in-memory/calls.ts';

const SECRET = 'whsec_c2l4dGVlbi1ieXRlLWtleQ==';

const verify: WebhookVerifier = async ({ headers, body }) => {
  try {
    new Webhook(SECRET).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

interface Delivery {
  token?: string;
  realtimeCallId?: string;
  /** Seconds before now that it was signed at. */
  age?: number;
  secret?: string;
  type?: string;
}

async function setup(call: Partial<Call> = {}, assistant: Partial<Assistant> = {}) {
  const scene = await bridgeCall(call, assistant);
  scene.realtime.ring(REALTIME_CALL_ID);
  const deps = {
    ...scene,
    isBridgeToken: async (token: string, _key: unknown, id: string) => token === 'good' && id === carrierCallId,
    toolsOf: async () => ({ url: 'https://api.example.com/tools', token: 'secret' }),
  };
  const endpoint = handler.with(deps, verify);
  const deliver = (delivery: Delivery = {}) => {
    const { token = 'good', realtimeCallId = REALTIME_CALL_ID, age = 0, secret = SECRET } = delivery;
    const headers = [
      { name: 'From', value: 'sip:+12025550100@carrier.example.com' },
      { name: 'x-ringback-call', value: `${scene.key.userId}.${scene.key.callId}` },
      { name: 'X-Ringback-Token', value: token },
    ];
    const data = { call_id: realtimeCallId, sip_headers: headers };
    const body = JSON.stringify({ object: 'event', type: delivery.type ?? 'realtime.call.incoming', data });
    const at = new Date(Date.now() - age * 1000);
    const signed = {
      'webhook-id': 'wh_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('wh_1', at, body),
    };
    return endpoint(httpEvent({ path: '/carrier/openai/calls/incoming', body, headers: signed }));
  };
  return { ...deps, deliver, model: scene.realtime.calls.get(REALTIME_CALL_ID)! };
}

it('takes a call of ours, with its assistant, and binds it', async () => {
  const { deliver, model, now, conversations } = await setup();
  expect((await deliver()).statusCode).toBe(200);
  expect(model).toMatchObject({ status: 'live', start: { tools: { token: 'secret' }, isMuted: true } });
  expect(await now()).toMatchObject({ realtimeCallId: REALTIME_CALL_ID, connectionId: carrierCallId });
  expect((await conversations.read(carrierCallId))?.script.greeting).toBeNull();
});

it.each(['unknown', 'human'] as const)('has the greeting said at once: answered by %s so far', async (answeredBy) => {
  const { deliver, queue, timer, clock, key } = await setup({ answeredBy }, { endCallOnVoicemail: true });
  await deliver();
  expect(queue.sent).toMatchObject([{ queue: 'steer-realtime', message: { ...key, act: 'greet' } }]);
  const again = timer.timers.find(({ message }) => 'act' in message && message.act === 'greet_again');
  expect(again?.dueAt).toBe(clock.now() + 5000);
});

it('is not muted where the customer speaks first', async () => {
  const { deliver, model, queue } = await setup({}, { waitForCustomer: true });
  await deliver();
  expect(model.isMuted).toBe(false);
  expect(queue.sent).toEqual([]);
});

it('takes one of two calls that come at once with the token of a call', async () => {
  const { deliver, realtime, model, now } = await setup();
  realtime.ring('rtc_2');
  await Promise.all([deliver(), deliver({ realtimeCallId: 'rtc_2' })]);
  const statuses = [model.status, realtime.calls.get('rtc_2')?.status];
  expect(new Set(statuses)).toEqual(new Set(['live', 'rejected']));
  expect((await now())?.realtimeCallId).toBe(model.status === 'live' ? REALTIME_CALL_ID : 'rtc_2');
});

it.each([
  { case: 'a wrong token', call: {}, delivery: { token: 'forged' }, reason: 'token' },
  { case: 'a call that is over', call: { status: 'completed' }, delivery: {}, reason: 'call_is_over' },
  { case: 'a call that was not answered', call: { status: 'ringing' }, delivery: {}, reason: 'call_is_over' },
  { case: 'a call that is being ended', call: { endedBy: 'assistant' }, delivery: {}, reason: 'call_is_over' },
  { case: 'a pipeline call', call: { mode: 'pipeline' }, delivery: {}, reason: 'unknown_call' },
  { case: 'a call that is held already', call: { realtimeCallId: 'rtc_0' }, delivery: {}, reason: 'another_call' },
] as const)('turns away $case', async ({ call, delivery, reason }) => {
  const { deliver, model, counts } = await setup(call);
  expect((await deliver(delivery)).statusCode).toBe(200);
  expect(model.status).toBe('rejected');
  const name = reason === 'call_is_over' ? 'ConversationTooLate' : 'ConversationRefused';
  expect(counts).toEqual([{ name, dimensions: { reason } }]);
});

it('turns the call away when the model will not take it', async () => {
  const { deliver, realtime, model, counts } = await setup();
  realtime.refuse();
  expect((await deliver()).statusCode).toBe(200);
  expect(model.status).toBe('rejected');
  expect(counts).toEqual([{ name: 'ConversationRefused', dimensions: { reason: 'model' } }]);
});

it('turns a call away whose caller hung up before it was accepted', async () => {
  const { deliver, realtime, counts } = await setup();
  realtime.accept = async () => 'over';
  expect((await deliver()).statusCode).toBe(200);
  expect(counts).toEqual([{ name: 'ConversationTooLate', dimensions: { reason: 'call_is_over' } }]);
});

it('greets although the answer of the model was lost: the webhook comes again much later', async () => {
  const { deliver, realtime, queue, model } = await setup();
  const { accept } = realtime;
  realtime.accept = async (...call) => {
    await accept(...call);
    throw new Error('timeout');
  };
  expect((await deliver()).statusCode).toBe(500);
  expect(model.status).toBe('live');
  expect(queue.sent).toMatchObject([{ queue: 'steer-realtime', message: { act: 'greet' } }]);
});

it('answers 500 when the model cannot be reached, so that the webhook comes again, and takes the call then', async () => {
  const { deliver, realtime, model } = await setup();
  const { accept } = realtime;
  realtime.accept = () => Promise.reject(new Error('OpenAI answered 503 to accept'));
  expect((await deliver()).statusCode).toBe(500);
  realtime.accept = accept;
  expect((await deliver()).statusCode).toBe(200);
  expect(model.status).toBe('live');
});

it.each([
  { case: 'forged', delivery: { secret: 'whsec_b3RoZXItc2VjcmV0LWtleQ==' } },
  { case: 'older than five minutes', delivery: { age: 310 } },
  { case: 'from the future', delivery: { age: -310 } },
])('answers 401 to a webhook that is $case, and does nothing', async ({ delivery }) => {
  const { deliver, model } = await setup();
  expect((await deliver(delivery)).statusCode).toBe(401);
  expect(model.status).toBe('ringing');
});

it('leaves other events of the project alone', async () => {
  const { deliver, model } = await setup();
  expect((await deliver({ type: 'response.completed' })).statusCode).toBe(200);
  expect(model.status).toBe('ringing');
});
