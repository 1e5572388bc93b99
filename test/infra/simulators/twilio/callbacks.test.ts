import { readConnectionOverride, sign } from '@ringback/simulators/twilio/wire/service-client.ts';
import { describe, expect, it } from 'vitest';
import { FROM, useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

const TALKER = '+12025550100';

describe('the signature', () => {
  it.each([
    [
      'https://mycompany.com/myapp.php?foo=1&bar=2',
      {
        CallSid: 'CA1234567890ABCDE',
        Caller: '+14158675309',
        Digits: '1234',
        From: '+14158675309',
        To: '+18005551212',
      },
      'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    ],
    ['wss://ws.example.com/prod', {}, 'AYwXVQYVQ1b9nnaXVtr96WtE0As='],
    ['wss://ws.example.com/prod?callId=abc', {}, 'fcYID3eNc7ckYlPEVWCxUXJLhA4='],
  ])('of %s is the published one', (url, parameters, signature) => {
    expect(sign('12345', url, parameters)).toBe(signature);
  });
});

describe('the fragment of an address', () => {
  it.each([
    ['https://x.test/a', { url: 'https://x.test/a', retries: 1, retryOn: ['ct'] }],
    [
      'https://x.test/a?b=1#rc=3&rp=ct,5xx&rt=300&tt=900',
      { url: 'https://x.test/a?b=1', retries: 3, retryOn: ['ct', '5xx'], readMs: 300, totalMs: 900 },
    ],
    ['https://x.test/a#rc=99', { url: 'https://x.test/a', retries: 5, retryOn: ['ct'] }],
  ])('%s', (address, override) => {
    expect(readConnectionOverride(address)).toEqual(override);
  });
});

describe('requests of the carrier', () => {
  const carrier = useCarrier();
  const hangUp = { twiml: { '/answered': '<Response><Hangup/></Response>' } };

  it('are signed forms that name the call, its places and a token', async () => {
    carrier.service().script = hangUp;
    const call = await carrier.call(TALKER);
    expect(carrier.service().requests.map(({ isSigned }) => isSigned)).not.toContain(false);
    const [answered] = carrier.service().to('/answered');
    expect(answered).toMatchObject({ method: 'POST', headers: { 'user-agent': 'TwilioProxy/1.1' } });
    expect(answered?.headers['i-twilio-idempotency-token']).toMatch(/^[\da-f-]{36}$/);
    expect(answered?.parameters).toMatchObject({
      CallSid: call.sid,
      CallStatus: 'in-progress',
      Direction: 'outbound-api',
      ApiVersion: '2010-04-01',
      From: FROM,
      To: TALKER,
      FromCountry: 'US',
      CalledCity: '',
    });
  });

  it('number the events, and give the final one its duration', async () => {
    carrier.service().script = { twiml: { '/answered': '<Response><Pause length="61"/></Response>' } };
    const call = await carrier.call('+12025550155');
    const statuses = carrier
      .service()
      .to('/status')
      .map(({ parameters }) => parameters);
    expect(statuses.map(({ SequenceNumber }) => SequenceNumber)).toEqual(['0', '1', '2', '3']);
    expect(new Set(statuses.map(({ CallbackSource }) => CallbackSource))).toEqual(new Set(['call-progress-events']));
    expect(statuses[0]?.['Timestamp']).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/);
    expect(statuses[0]).not.toHaveProperty('CallDuration');
    expect(statuses[3]).toMatchObject({ CallDuration: String(call.duration), Duration: '2', SipResponseCode: '200' });
  });

  it.each([1, 2])(
    'come with ringing before initiated in half of the calls, the same ones by the seed %s',
    async (seed) => {
      const orders = [];
      for (const _ of [1, 2]) {
        await carrier.simulator().stop();
        await carrier.start({ seed });
        for (let call = 0; call < 10; call += 1) await carrier.call('+12025550150');
        orders.push(carrier.service().to('/status').splice(0));
        carrier.service().requests.length = 0;
      }
      const [first, second] = orders.map((all) => all.map(({ parameters }) => parameters['SequenceNumber']).join(''));
      expect(first).toBe(second);
      const swapped = first!.match(/102/g)?.length ?? 0;
      expect(swapped + (first!.match(/012/g)?.length ?? 0)).toBe(10);
      expect(swapped).toBeGreaterThan(0);
      expect(swapped).toBeLessThan(10);
    },
  );

  it('report only the end when no events are named', async () => {
    const { body } = await carrier.client().api('POST', '/Calls.json', [
      ['To', '+12025550150'],
      ['From', FROM],
      ['Url', `${carrier.service().url}/answered`],
      ['StatusCallback', `${carrier.service().url}/status`],
    ]);
    await carrier.finished(String(body['sid']));
    expect(carrier.service().statuses()).toEqual(['busy']);
  });

  it.each([
    ['a 500', { status: 500 }, 11_200],
    ['no answer in time', { status: 200, never: true as const }, 11_200],
    ['a wrong content type', { status: 200, contentType: 'application/json', body: '{}' }, 12_300],
    ['broken XML', { status: 200, contentType: 'text/xml', body: '<Response><Say></Response>' }, 12_100],
    [
      'a bare ampersand',
      { status: 200, contentType: 'text/xml', body: '<Response><Say>a & b</Say></Response>' },
      12_100,
    ],
    ['another root', { status: 200, contentType: 'text/xml', body: '<Answer/>' }, 12_200],
    ['an unknown verb', { status: 200, contentType: 'text/xml', body: '<Response><Shout/></Response>' }, 12_200],
    ['a bad value', { status: 200, contentType: 'text/xml', body: '<Response><Pause length="x"/></Response>' }, 12_200],
  ])('fall back after %s, and end the call when that fails too', async (_what, answer, code) => {
    carrier.service().script = { twiml: {}, answers: { '/answered': answer, '/fallback': { status: 500 } } };
    const call = await carrier.call('+12025550155', [['FallbackUrl', `${carrier.service().url}/fallback`]]);
    expect(call).toMatchObject({ status: 'completed', endedBy: 'carrier' });
    expect(call.dialogue.at(-1)?.text).toContain('application error');
    expect(carrier.service().to('/fallback')[0]?.parameters).toMatchObject({
      ErrorCode: String(code),
      ErrorUrl: `${carrier.service().url}/answered`,
    });
    expect((await carrier.client().violations()).map((violation) => violation.code)).toContain(code);
  });

  it.each([
    { what: 'a 500', answer: { status: 500 }, fragment: '#rc=2&rp=ct,rt,5xx', attempts: 3 },
    {
      what: 'no answer',
      answer: { status: 200, never: true as const },
      fragment: '#rc=2&rp=ct,rt,5xx&rt=50',
      attempts: 3,
    },
    {
      what: 'no answer in the whole time',
      answer: { status: 200, never: true as const },
      fragment: '#rc=2&rp=rt',
      attempts: 1,
    },
    { what: 'a 429', answer: { status: 429 }, fragment: '#rc=2&rp=ct,rt,4xx,5xx', attempts: 3 },
    { what: 'a 403', answer: { status: 403 }, fragment: '#rc=2&rp=ct,rt,5xx', attempts: 1 },
    { what: 'a 500 without a policy', answer: { status: 500 }, fragment: '', attempts: 1 },
  ])('are $attempts after $what with "$fragment", signed without it', async ({ answer, fragment, attempts }) => {
    carrier.service().script = { ...hangUp, answers: { '/entry': answer } };
    const { body } = await carrier.client().api('POST', '/Calls.json', [
      ['To', '+12025550155'],
      ['From', FROM],
      ['Url', `${carrier.service().url}/entry${fragment}`],
      ['FallbackUrl', `${carrier.service().url}/answered${fragment}`],
    ]);
    await carrier.finished(String(body['sid']));
    expect(
      carrier
        .service()
        .to('/entry')
        .map(({ isSigned }) => isSigned),
    ).toEqual(Array(attempts).fill(true));
    expect(carrier.service().to('/answered')[0]).toMatchObject({ isSigned: true, parameters: { ErrorCode: '11200' } });
  });

  it('report callbacks that the service refuses, and go on', async () => {
    carrier.service().script = { ...hangUp, answers: { '/status': { status: 403 } } };
    const call = await carrier.call(TALKER);
    expect(call.status).toBe('completed');
    expect((await carrier.client().violations()).map(({ code }) => code)).toEqual([11_200, 11_200, 11_200, 11_200]);
  });
});
