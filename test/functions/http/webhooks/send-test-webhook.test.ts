import { verifyWebhook } from '@ringback/client';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { handler } from '#functions/http/webhooks/send-test-webhook.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { smsEvents } from '#shared/sms/sms.ts';
import { CallCompletedPayload } from '#shared/webhooks/call-completed.ts';
import { SmsChangedPayload } from '#shared/webhooks/sms-changed.ts';
import { askerOf } from '#test/support/http-event.ts';
import { answered, createSettledCall, SIGNING_KEY } from '#test/support/in-memory/ended-calls.ts';

async function setup(...parts: Parameters<typeof createSettledCall>) {
  const subject = await createSettledCall(...parts);
  subject.deps.clock.move(Date.now() - subject.deps.clock.now());
  const ask = askerOf(handler.with(subject.deps));
  return { ...subject, send: (body: unknown) => ask({ userId: 1, method: 'POST', body }) };
}

it('answers 200 with the attempt, and posts a signed event that says what it is', async () => {
  const { send, deps, delivery } = await setup([answered(503, { body: 'busy' })]);
  const before = await delivery();
  const { status, body } = await send({ assistant_id: 2001 });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      message: 'Test event sent successfully',
      data: { url: 'https://example.com/post-call', status: 503, error: null, duration_ms: 12, body: 'busy' },
    },
  });
  const [posted] = deps.transport.requests;
  const event: unknown = await verifyWebhook(posted!.headers, posted!.body, webhookSecret(SIGNING_KEY, 1, 2));
  expect(v.is(CallCompletedPayload, event)).toBe(true);
  expect(event).toMatchObject({ event: 'call.completed', test: true, assistant_id: 2001 });
  // Nothing is stored.
  expect(await delivery()).toEqual(before);
});

it('answers 200 for any URL, and for the inbound event', async () => {
  const { send, deps } = await setup();
  await send({ url: 'https://crm.example.com/new', event: 'inbound_call.completed' });
  expect(deps.transport.requests).toMatchObject([{ url: 'https://crm.example.com/new' }]);
  expect(deps.transport.requests[0]?.body).toContain('"event":"inbound_call.completed","test":true');
});

it.each(smsEvents)('posts %s to the address of events of SMS, or to another one', async (event) => {
  const { send, deps } = await setup();
  await deps.users.setSmsWebhook(1, 'https://crm.example.com/sms');
  expect(await send({ event })).toMatchObject({ status: 200, body: { data: { url: 'https://crm.example.com/sms' } } });
  expect(await send({ event, url: 'https://crm.example.com/new' })).toMatchObject({ status: 200 });
  const [posted, other] = deps.transport.requests;
  const payload: unknown = await verifyWebhook(posted!.headers, posted!.body, webhookSecret(SIGNING_KEY, 1, 2));
  expect(v.safeParse(SmsChangedPayload, payload).issues).toBeUndefined();
  const direction = event === 'sms.received' ? 'inbound' : 'outbound';
  expect(payload).toMatchObject({ event, test: true, direction, status: event.slice(4) });
  expect(other?.url).toBe('https://crm.example.com/new');
});

it('answers 200 when the server cannot be reached', async () => {
  const { send } = await setup([{ kind: 'unreachable', problem: 'ECONNREFUSED', durationMs: 3 }]);
  const data = { status: null, error: 'ECONNREFUSED', body: '' };
  expect(await send({ url: 'https://crm.example.com/new' })).toMatchObject({ status: 200, body: { data } });
});

it.each([
  { body: {}, status: 422, errors: { url: ['The url field is required.'] } },
  {
    body: { assistant_id: 2001, event: 'inbound_call.completed' },
    status: 422,
    errors: { assistant_id: ['The selected assistant id has no webhook of this event.'] },
  },
  { body: { event: 'sms.sent' }, status: 422, errors: { url: ['The url field is required.'] } },
  {
    body: { event: 'sms.sent', assistant_id: 2001 },
    status: 422,
    errors: { assistant_id: ['The selected assistant id has no webhook of this event.'] },
  },
  { body: { url: 'ftp://example.com' }, status: 422, errors: { url: ['The url must be a valid URL.'] } },
  { body: { url: 'http://10.0.0.1' }, status: 422, errors: { url: ['The url must be a valid URL.'] } },
  {
    body: { url: 'https://example.com', event: 'x' },
    status: 422,
    errors: { event: ['The selected event is invalid.'] },
  },
])('answers $status for $body and posts nothing', async ({ body, status, errors }) => {
  const { send, deps } = await setup();
  expect(await send(body)).toMatchObject({ status, body: { errors } });
  expect(deps.transport.requests).toEqual([]);
});

it('answers 404 for the assistant of another user', async () => {
  const { send } = await setup();
  expect((await send({ assistant_id: 1 })).status).toBe(404);
});
