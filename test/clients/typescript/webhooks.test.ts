import {
  type CallEvent,
  signWebhook,
  type SmsEvent,
  verifyWebhook,
  type WebhookEvent,
  type WebhookEvents,
  WebhookVerificationError,
} from '@ringback/client';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import openapi from '#shared/openapi/openapi.json' with { type: 'json' };

const secret = `whsec_${Buffer.from('a secret of some length, for tests').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret, not of this user').toString('base64')}`;
const body = JSON.stringify({ event: 'call.completed', id: 2 ** 45, customer_phone: '+12025550100', note: 'Grüße 🎉' });
const id = 'evt_1_call.completed';
const now = Date.parse('2026-11-22T12:00:00Z');

/** Signed by the library of the standard, not by ours. */
function delivery(by = secret, at = now): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(by).sign(id, new Date(at), body),
  };
}

describe('a webhook is accepted', () => {
  it.each<[string, Parameters<typeof verifyWebhook>]>([
    ['with headers of Node', [delivery(), body, secret, now]],
    ['with headers of fetch', [new Headers(delivery()), body, secret, now]],
    [
      'with capitals, as some proxies send them',
      [
        {
          'Webhook-Id': id,
          'Webhook-Timestamp': delivery()['webhook-timestamp'],
          'WEBHOOK-SIGNATURE': delivery()['webhook-signature'],
        },
        body,
        secret,
        now,
      ],
    ],
    [
      'with a header of several values',
      [{ ...delivery(), 'webhook-signature': [delivery()['webhook-signature']!] }, body, secret, now],
    ],
    ['as bytes', [delivery(), Buffer.from(body), secret, now]],
    ['as bytes of a larger buffer', [delivery(), Buffer.from(`xx${body}xx`).subarray(2, -2), secret, now]],
    ['as an ArrayBuffer', [delivery(), new Uint8Array(Buffer.from(body)).buffer, secret, now]],
    ['with pairs of headers', [Object.entries(delivery()), body, secret, now]],
    ['with raw headers of Node', [Object.entries(delivery()).flat(), body, secret, now]],
    [
      'with pairs in capitals, and a header twice',
      [
        [
          ['WEBHOOK-ID', id],
          ['Webhook-Timestamp', delivery()['webhook-timestamp']!],
          ['Webhook-Signature', delivery(other)['webhook-signature']!],
          ['Webhook-Signature', delivery()['webhook-signature']!],
        ],
        body,
        secret,
        now,
      ],
    ],
    [
      'with two signature headers, as fetch joins them',
      [
        new Headers([...Object.entries(delivery(other)), ['webhook-signature', delivery()['webhook-signature']!]]),
        body,
        secret,
        now,
      ],
    ],
    [
      'with Headers of another package',
      [
        new (class {
          get = () => null;
          *[Symbol.iterator]() {
            yield* new Headers(delivery());
          }
        })() as unknown as Headers,
        body,
        secret,
        now,
      ],
    ],
    ['by one of two secrets', [delivery(), body, [other, secret], now]],
    [
      'with two signatures, during a rotation',
      [
        {
          ...delivery(),
          'webhook-signature': `${delivery(other)['webhook-signature']} ${delivery()['webhook-signature']}`,
        },
        body,
        secret,
        now,
      ],
    ],
    [
      'with a signature of another version beside',
      [{ ...delivery(), 'webhook-signature': `v1a,xyz ${delivery()['webhook-signature']}` }, body, secret, now],
    ],
    ['five minutes late', [delivery(), body, secret, now + 300_000]],
    ['with a clock that is behind', [delivery(), body, secret, now - 300_000]],
  ])('%s', async (_case, parameters) => {
    await expect(verifyWebhook(...parameters)).resolves.toEqual(JSON.parse(body));
  });
});

describe('a webhook is refused', () => {
  const signed = delivery();
  it.each<[string, Parameters<typeof verifyWebhook>]>([
    ['by another secret', [signed, body, other, now]],
    ['with a changed body', [signed, body.replace('0100', '0101'), secret, now]],
    ['with a body that was parsed and written again', [signed, JSON.stringify(JSON.parse(body), null, 1), secret, now]],
    ['with another id', [{ ...signed, 'webhook-id': 'evt_2' }, body, secret, now]],
    ['with another time', [{ ...signed, 'webhook-timestamp': String(now / 1000 + 1) }, body, secret, now]],
    ['more than five minutes late', [signed, body, secret, now + 301_000]],
    ['from the future', [signed, body, secret, now - 301_000]],
    ['with a time that is no number', [{ ...signed, 'webhook-timestamp': 'today' }, body, secret, now]],
    ['without a signature', [{ ...signed, 'webhook-signature': undefined }, body, secret, now]],
    ['with an empty signature', [{ ...signed, 'webhook-signature': 'v1,' }, body, secret, now]],
    ['with a signature that is not base64', [{ ...signed, 'webhook-signature': 'v1,***' }, body, secret, now]],
    [
      'with a shortened signature',
      [{ ...signed, 'webhook-signature': signed['webhook-signature']!.slice(0, -8) }, body, secret, now],
    ],
    ['with an empty secret', [signed, body, '', now]],
    ['with a secret that is not one', [signed, body, 'whsec_***', now]],
  ])('%s', async (_case, parameters) => {
    await expect(verifyWebhook(...parameters)).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});

describe('a body that was parsed is refused with what to pass:', () => {
  it.each<[string, unknown]>([
    ['an object', JSON.parse(body)],
    ['an empty object, as of Express for another type', {}],
    ['nothing, as of Express 5 for another type', undefined],
    ['null', null],
    ['a list', []],
    ['a Buffer that went through JSON', JSON.parse(JSON.stringify(Buffer.from(body)))],
    ['a number', 1],
  ])('%s', async (_case, parsed) => {
    const verified = verifyWebhook(delivery(), parsed as string, secret, now);
    await expect(verified).rejects.toBeInstanceOf(WebhookVerificationError);
    await expect(verified).rejects.toThrow(
      /^Pass the raw body as text or bytes, as of request\.text\(\) or express\.raw\(\)/,
    );
  });
});

it('a webhook that this package signs is accepted by the library of the standard', async () => {
  const headers = await signWebhook({ id, body, secret });
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

describe('the type of an event', () => {
  const wordsOf = (event: WebhookEvent): string => {
    switch (event.event) {
      case 'call.completed':
      case 'inbound_call.completed':
        return event.transcript;
      case 'sms.received':
        return event.body;
      default:
        return event.error ?? event.status;
    }
  };

  it('names every event of the reference, and follows from its name', () => {
    const names = Object.keys(openapi.webhooks);
    const known: Record<WebhookEvent['event'], true> = {
      'call.completed': true,
      'inbound_call.completed': true,
      'sms.sent': true,
      'sms.delivered': true,
      'sms.undelivered': true,
      'sms.failed': true,
      'sms.received': true,
    };
    expect(Object.keys(known)).toEqual(names);
    const samples: unknown[] = Object.values(openapi.webhooks).map(
      ({ post }) => post.requestBody.content['application/json'].examples.sample.value,
    );
    for (const sample of samples) expect(wordsOf(sample as WebhookEvent)).toEqual(expect.any(String));
  });

  it('is the same for tests, which say so', () => {
    expectTypeOf<WebhookEvent['test']>().toEqualTypeOf<true | undefined>();
    expectTypeOf<CallEvent['test']>().toEqualTypeOf<true | undefined>();
    expectTypeOf<SmsEvent['opt_out']>().toEqualTypeOf<'stop' | 'start' | null>();
    expectTypeOf<WebhookEvents['sms.received']['event']>().toEqualTypeOf<'sms.received'>();
    expectTypeOf<Awaited<ReturnType<typeof verifyWebhook>>>().toEqualTypeOf<WebhookEvent>();
  });
});
