import { describe, expect, it } from 'vitest';
import type { CallView } from '#test/infra/simulators/twilio/carrier-client.ts';
import type { ServiceScript } from '#test/infra/simulators/twilio/fake-service.ts';
import { useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

const NUMBER = '+12025550001';
const CUSTOMER = '+12025550100';
const carrier = useCarrier();

/** Points the number's calls and callbacks at the test's service. */
async function point(changes: [string, string][] = []): Promise<void> {
  const client = carrier.client();
  const found = await client.api('GET', `/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(NUMBER)}`);
  const [number] = found.body['incoming_phone_numbers'] as { sid: string }[];
  const { status } = await client.api('POST', `/IncomingPhoneNumbers/${number!.sid}.json`, [
    ['VoiceUrl', `${carrier.service().url}/incoming`],
    ['StatusCallback', `${carrier.service().url}/status`],
    ...changes,
  ]);
  expect(status).toBe(200);
}

const callIn = (changes: Record<string, string> = {}) =>
  carrier.client().control<CallView>('/inbound-calls', { from: CUSTOMER, to: NUMBER, ...changes });

/** A call to the pointed number from its start to its end, with what the service answers. */
async function callThrough(script?: ServiceScript, changes: Record<string, string> = {}): Promise<CallView> {
  if (script) carrier.service().script = script;
  await point();
  return carrier.finished((await callIn(changes)).sid);
}

const incoming = (twiml: string): ServiceScript => ({ twiml: { '/incoming': `<Response>${twiml}</Response>` } });

describe('a customer who calls in', () => {
  it('is a signed request with all parameters of the call', async () => {
    const call = await callThrough(incoming('<Hangup/>'));
    const [question] = carrier.service().to('/incoming');
    expect(question).toMatchObject({ method: 'POST', isSigned: true });
    expect(question?.parameters).toMatchObject({
      CallSid: call.sid,
      Direction: 'inbound',
      CallStatus: 'ringing',
      From: CUSTOMER,
      Caller: CUSTOMER,
      To: NUMBER,
      Called: NUMBER,
      FromCountry: 'US',
      ApiVersion: '2010-04-01',
      StirVerstat: 'TN-Validation-Passed-A',
    });
  });

  it.each([
    { twiml: '<Reject reason="busy"/>', status: 'busy' },
    { twiml: '<Reject/>', status: 'no-answer' },
  ])('that is answered with $twiml is $status, never on the line and free', async ({ twiml, status }) => {
    const call = await callThrough(incoming(twiml));
    expect(call).toMatchObject({ status, duration: 0, dialogue: [], answeredAt: null });
    expect(carrier.service().statuses()).toEqual([status]);
  });

  it.each([
    { what: 'voice URL', code: 11_200 },
    { what: 'socket', code: 64_102 },
  ])('hears busy where the $what is not reached, and only an alert says why', async ({ what, code }) => {
    const { url, socketUrl } = carrier.service();
    const broken = { '/incoming': { status: 500 }, '/fallback': { status: 500 } };
    const connect = carrier.service().relay().replace(socketUrl, 'ws://127.0.0.1:1/voice');
    carrier.service().script = {
      twiml: { '/incoming': connect, '/action': '<Response><Hangup/></Response>' },
      answers: what === 'socket' ? {} : broken,
    };
    await point([['VoiceFallbackUrl', `${url}/fallback`]]);
    const call = await carrier.finished((await callIn()).sid);
    expect(call).toMatchObject({ status: 'busy', duration: 0, answeredAt: null, dialogue: [] });
    expect((await carrier.client().violations()).map((alert) => alert.code)).toContain(code);
    expect(carrier.service().to('/fallback')).toHaveLength(code === 11_200 ? 1 : 0);
  });

  it('who hangs up before the answer has no duration', async () => {
    carrier.service().script = { twiml: {}, answers: { '/incoming': { status: 200, never: true } } };
    await point();
    const { sid } = await callIn();
    await carrier.until(() => expect(carrier.service().to('/incoming')).toHaveLength(1));
    await carrier.client().control(`/calls/${sid}/hangup`, {});
    expect(await carrier.finished(sid)).toMatchObject({ status: 'no-answer', duration: 0 });
  });
});

describe('the numbers of the account', () => {
  const list = (query: string) => carrier.client().api('GET', `/IncomingPhoneNumbers.json?${query}`);

  it('exist once their full form was requested, and keep their settings', async () => {
    await point([['VoiceMethod', 'GET']]);
    const { body } = await list(`PhoneNumber=${encodeURIComponent(NUMBER)}`);
    expect(body['incoming_phone_numbers']).toMatchObject([
      { phone_number: NUMBER, voice_url: `${carrier.service().url}/incoming`, voice_method: 'GET' },
    ]);
    expect((await list('')).body['incoming_phone_numbers']).toHaveLength(1);
    expect((await list('PhoneNumber=0001')).body['incoming_phone_numbers']).toHaveLength(1);
    expect((await list('PhoneNumber=0009')).body['incoming_phone_numbers']).toEqual([]);
  });

  it.each([
    ['VoiceUrl', 'ftp://nowhere'],
    ['VoiceMethod', 'PUT'],
    ['TrunkSid', `TK${'0'.repeat(32)}`],
  ])('refuse %s %s', async (name, value) => {
    await list(`PhoneNumber=${encodeURIComponent(NUMBER)}`);
    const { body } = await list('');
    const [number] = body['incoming_phone_numbers'] as { sid: string }[];
    const { status } = await carrier.client().api('POST', `/IncomingPhoneNumbers/${number!.sid}.json`, [[name, value]]);
    expect(status).toBe(400);
  });
});
