import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallKey } from '#shared/calls/call.ts';
import { calls, toolsOf } from '#shared/container.ts';
import type { CarrierCallback } from '#shared/integrations/signed-callback.ts';
import { functionFile } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { createAssistant } from '#test/support/over-http.ts';

const running = useLocalStack({ workers: false });
const LONG = 70_000;
const MEGABYTE = 1_000_000;

/** What stands for a field in the body, encoded as it is sent. Undefined: the field is left out. */
const wrongs: Record<string, (name: string, usual: string) => string | undefined> = {
  empty: (name) => `${name}=`,
  missing: () => undefined,
  '70,000 characters': (name) => `${name}=${'7'.repeat(LONG)}`,
  '70,000 letters behind what is usual': (name, usual) => `${name}=${usual}${'x'.repeat(LONG)}`,
  '1 MB': (name) => `${name}=${'a'.repeat(MEGABYTE)}`,
  'control characters': (name) => `${name}=%00%01%1B%5B2J%0D%0A%7F`,
  'invalid UTF-8': (name) => `${name}=%FF%FE%ED%A0%80`,
  'half a character': (name) => `${name}=${encodeURIComponent('\uFFFD')}%F0%9F`,
  'sent twice': (name, usual) => `${name}=${usual}&${name}=${usual}`,
  'a record': (name) => `${name}=${encodeURIComponent('{"a":[1]}')}`,
  'a number without an end': (name) => `${name}=-1e999`,
  'a name of every object': (name) => `${name}=constructor`,
  'another name of every object': (name) => `${name}=__proto__`,
};

let nextCall = 0;
let numberOfUser = '';
beforeAll(async () => {
  const number = running().users[0]!.phone_numbers.find(({ subscription_active }) => subscription_active)!;
  numberOfUser = number.phone_number;
  await createAssistant(running().api, { calls_direction: 'receive', phone_number_id: number.id });
});

/** A call that the carrier has answered, or has only just got. */
async function storeCall(isIdentified: boolean): Promise<CallKey & { carrierCallId: string }> {
  nextCall += 1;
  const id = createRecordId(Date.now(), Math.random);
  const carrierCallId = `CA${String(nextCall).padStart(32, '0')}`;
  const call = buildCall({
    id,
    userId: 1,
    hold: 0,
    claimedAt: Date.now(),
    status: isIdentified ? 'in-progress' : 'initiated',
    carrierCallId: isIdentified ? carrierCallId : null,
    realtimeCallId: `rtc_${nextCall}`,
  });
  await calls().createWithHold(call, { assistant: buildAssistant({ userId: 1 }), variables: {} });
  return { userId: 1, callId: id, carrierCallId };
}

type Sample = { rawPath: string; body: string };
const sampleOf = async (id: string) => JSON.parse(await readFile(`events/${id}.json`, 'utf8')) as Sample;

/** @param changed the encoded pair of a field, or of none */
async function sendForm(
  id: string,
  { field, pair }: { field: string; pair: string | undefined },
  isIdentified: boolean,
) {
  const { rawPath, body } = await sampleOf(id);
  const call = await storeCall(isIdentified);
  const usual = new URLSearchParams(body);
  usual.set('CallSid', call.carrierCallId);
  usual.set('To', numberOfUser);
  if (usual.has('Timestamp')) usual.set('Timestamp', new Date().toISOString());
  usual.delete(field);
  const sent = [usual.toString(), pair].filter((one) => one !== undefined).join('&');
  const path = rawPath.replace(/\/\d+\/\d+(?=\/)/, `/${call.userId}/${call.callId}`);
  const { origin } = running();
  const decoded = new URLSearchParams(sent);
  const params = Object.fromEntries(
    [...new Set(decoded.keys())].map((name) => [
      name,
      decoded.getAll(name).length > 1 ? decoded.getAll(name) : decoded.get(name)!,
    ]),
  );
  const signature = getExpectedTwilioSignature(running().stack.secrets.twilioAuthToken, origin + path, params);
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: sent,
  });
  return { status: response.status, body: await response.text(), call };
}

const rows = manifest.filter(({ kind, id }) => kind === 'carrier' && id.startsWith('carrier/twilio-'));

describe.each(rows)('$id', (row) => {
  async function fieldsOf(): Promise<string[]> {
    const module: object = await import(/* @vite-ignore */ `#${functionFile(row)}`);
    const { handler } = module as { handler: CarrierCallback<never, unknown, Record<string, unknown>> };
    const { entries } = handler.schemas.form as unknown as { entries: object };
    return [...Object.keys(entries), 'AccountSid', 'Timestamp', 'Unknown'];
  }

  it.each(Object.keys(wrongs))('any field that is %s is no failure of the service', async (wrong) => {
    const usual = new URLSearchParams((await sampleOf(row.id)).body);
    const failures = [];
    for (const [index, field] of (await fieldsOf()).entries()) {
      const pair = wrongs[wrong]!(field, encodeURIComponent(usual.get(field) ?? '1'));
      // Each field and each wrong meets calls of both states.
      const isIdentified = (index + Object.keys(wrongs).indexOf(wrong)) % 2 === 0;
      const { status, body } = await sendForm(row.id, { field, pair }, isIdentified);
      if (status >= 500 || body.length > 2_000)
        failures.push({ field, isIdentified, status, answer: body.slice(0, 200) });
    }
    expect(failures).toEqual([]);
  });
});

describe('what the service needs of a callback', () => {
  it('counts beside a field of 1 MB that it does not know', async () => {
    const pair = `CallStatus=completed&${wrongs['1 MB']!('Unknown', '')}`;
    const { status, call } = await sendForm('carrier/twilio-call-status', { field: 'CallStatus', pair }, true);
    expect(status).toBe(204);
    expect((await calls().get(call))?.status).toBe('ended');
  });

  it('counts although fields that add to it are sent twice', async () => {
    const pair = 'HandoffData=a&HandoffData=b&ErrorCode=1&ErrorCode=2&SessionStatus=failed';
    const { status } = await sendForm('carrier/twilio-conversation-ended', { field: 'SessionStatus', pair }, true);
    expect(status).toBeLessThan(300);
  });

  it('is refused with 413 beyond 2 MB', async () => {
    const pair = `Unknown=${'a'.repeat(2 * MEGABYTE)}`;
    const { status, body } = await sendForm('carrier/twilio-call-status', { field: 'Unknown', pair }, true);
    expect({ status, body }).toEqual({ status: 413, body: '{"message":"The request body is larger than 2 MB."}' });
  });
});

const jsonWrongs: Record<string, unknown> = {
  empty: '',
  missing: undefined,
  '70,000 characters': 'x'.repeat(LONG),
  '1 MB': 'x'.repeat(MEGABYTE),
  'control characters': '\0\u0001\u001B[2J\r\n\u007F',
  'half a character': '\uD800',
  'a record': { a: [1] },
  'a list': [1, 'a', null],
  'a number': -1e308,
  null: null,
  true: true,
  'a name of every object': 'constructor',
  'very deep': Array.from({ length: 500 }).reduce<unknown>((inner) => [inner], 1),
};

/** All places in a JSON value. */
function placesIn(value: unknown, at: Array<string | number> = []): Array<Array<string | number>> {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [...(at.length > 0 ? [at] : []), ...inner.flatMap(([name, one]) => placesIn(one, [...at, name]))];
}

function withValue(value: unknown, [name, ...rest]: ReadonlyArray<string | number>, put: unknown): unknown {
  if (name === undefined) return put;
  const inner = (value as Record<string, unknown>)[name];
  const changed = withValue(inner, rest, put);
  return Array.isArray(value) ? value.with(Number(name), changed) : { ...(value as object), [name]: changed };
}

const toolRequest = {
  jsonrpc: '2.0',
  id: 'one',
  method: 'tools/call',
  params: { name: 'end_call', arguments: { reason: 'bye' }, protocolVersion: '2025-06-18' },
};

const jsonCallbacks = {
  'carrier/openai-call-incoming': {
    usual: async () => JSON.parse((await sampleOf('carrier/openai-call-incoming')).body) as unknown,
    async send(body: string) {
      const { origin, stack } = running();
      const now = new Date();
      const signature = new Webhook(stack.secrets.openaiWebhookSecret).sign('wh_1', now, body);
      const headers = {
        'content-type': 'application/json',
        'webhook-id': 'wh_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signature,
      };
      return fetch(`${origin}/carrier/openai/calls/incoming`, { method: 'POST', headers, body });
    },
  },
  'carrier/openai-call-tools': {
    usual: async () => toolRequest,
    async send(body: string) {
      const call = await storeCall(true);
      const { url, token } = await toolsOf(call, `rtc_${nextCall}`);
      return fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
      });
    },
  },
};

describe.each(Object.entries(jsonCallbacks))('%s', (_, { usual, send }) => {
  it('takes what is usual', async () => {
    expect((await send(JSON.stringify(await usual()))).status).toBe(200);
  });

  it.each(Object.entries(jsonWrongs))('any field that is %s is no failure of the service', async (__, wrong) => {
    const failures = [];
    for (const place of placesIn(await usual())) {
      const response = await send(JSON.stringify(withValue(await usual(), place, wrong)));
      const answer = await response.text();
      if (response.status >= 500 || answer.length > 2_000)
        failures.push({ place, status: response.status, answer: answer.slice(0, 200) });
    }
    expect(failures).toEqual([]);
  });

  it.each(['', '{', '"a"', 'null', `"${'x'.repeat(MEGABYTE)}"`, '['.repeat(100_000)])(
    'refuses the body %.20s',
    async (body) => {
      expect((await send(body)).status).toBeOneOf([400, 401]);
    },
  );
});
