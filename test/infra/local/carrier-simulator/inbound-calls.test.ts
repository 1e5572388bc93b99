import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CallView } from '#test/support/carrier-simulator/carrier-client.ts';
import type { ServiceScript } from '#test/support/carrier-simulator/fake-service.ts';
import { politeAssistant, useCarrier } from '#test/support/carrier-simulator/use-carrier.ts';

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

const conversation = (): ServiceScript => ({
  twiml: {
    '/incoming': carrier.service().relay('welcomeGreeting="Reception, hello?" events="speaker-events"'),
    '/action': '<Response><Hangup/></Response>',
  },
  onFrame: politeAssistant(),
});

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

  it('converses with the assistant, and only the end is reported', async () => {
    const call = await callThrough(conversation());
    expect(call).toMatchObject({ status: 'completed', direction: 'inbound', endedBy: 'app' });
    expect(call.dialogue[0]).toMatchObject({ who: 'assistant', text: 'Reception, hello?' });
    expect(call.dialogue.map(({ who }) => who)).toContain('customer');
    const [opened] = carrier.service().conversations;
    expect(opened?.isSigned).toBe(true);
    expect(carrier.service().statuses()).toEqual(['completed']);
    expect(carrier.service().to('/status')[0]?.parameters).toMatchObject({
      CallSid: call.sid,
      Direction: 'inbound',
      CallDuration: String(call.duration),
    });
    expect(await carrier.client().violations()).toEqual([]);
  });

  it.each([
    { twiml: '<Reject reason="busy"/>', status: 'busy' },
    { twiml: '<Reject/>', status: 'no-answer' },
  ])('that is answered with $twiml is $status, never on the line and free', async ({ twiml, status }) => {
    const call = await callThrough(incoming(twiml));
    expect(call).toMatchObject({ status, duration: 0, dialogue: [], answeredAt: null });
    expect(carrier.service().statuses()).toEqual([status]);
  });

  it('hears a sentence, and is hung up', async () => {
    const call = await callThrough(incoming('<Say>Please try later.</Say><Hangup/>'));
    expect(call).toMatchObject({ status: 'completed', dialogue: [{ who: 'assistant', text: 'Please try later.' }] });
  });

  it('hears an error where the service has none to give', async () => {
    const call = await callThrough();
    expect(call.status).toBe('completed');
    expect(call.dialogue.map(({ text }) => text).join(' ')).toContain('application error');
    expect((await carrier.client().violations()).map(({ code }) => code)).toContain(12_300);
  });

  it('who hangs up before the answer has no duration', async () => {
    carrier.service().script = { twiml: {}, answers: { '/incoming': { status: 200, never: true } } };
    await point();
    const { sid } = await callIn();
    await carrier.until(() => expect(carrier.service().to('/incoming')).toHaveLength(1));
    await carrier.client().control(`/calls/${sid}/hangup`, {});
    expect(await carrier.finished(sid)).toMatchObject({ status: 'no-answer', duration: 0 });
  });

  it('is announced twice at the same moment, where the network does that', async () => {
    const call = await callThrough(conversation(), { from: '+12025550158' });
    const questions = carrier.service().to('/incoming');
    expect(questions.map(({ parameters }) => parameters['CallSid'])).toEqual([call.sid, call.sid]);
    expect(carrier.service().conversations).toHaveLength(1);
    expect(carrier.service().statuses()).toEqual(['completed', 'completed']);
  });

  it('may withhold the number and still have a behaviour', async () => {
    const call = await callThrough(conversation(), { from: '+266696687', behaviour: CUSTOMER });
    expect(call).toMatchObject({ from: '+266696687', status: 'completed' });
    expect(call.dialogue.length).toBeGreaterThan(2);
  });

  it('cannot call a number that goes nowhere', async () => {
    expect(await callIn()).toEqual({ message: `nothing is set up to answer calls to ${NUMBER}` });
    await point([['VoiceUrl', '']]);
    expect(await callIn()).toMatchObject({ message: expect.stringContaining('nothing is set up') as string });
  });

  it('survives a restart of the carrier, with the numbers and their URLs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carrier-'));
    const dataFile = join(folder, 'carrier.jsonl');
    await carrier.simulator().stop();
    await carrier.start({ dataFile });
    carrier.service().script = incoming('<Pause length="600"/>');
    await point();
    const { sid } = await callIn();
    await carrier.until(async () => expect((await carrier.client().call(sid)).status).toBe('in-progress'));
    await carrier.simulator().stop();
    await carrier.start({ dataFile });
    expect(await carrier.finished(sid)).toMatchObject({ status: 'completed', direction: 'inbound' });
    expect(carrier.service().statuses()).toEqual(['completed']);
    expect(await callIn()).toMatchObject({ status: 'ringing' });
    rmSync(folder, { recursive: true });
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

  it('do not include those that the carrier refuses', async () => {
    expect((await list(`PhoneNumber=${encodeURIComponent('+15005550001')}`)).body).toMatchObject({
      incoming_phone_numbers: [],
    });
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

  it('answer 404 for one that is not there', async () => {
    const path = `/IncomingPhoneNumbers/PN${'0'.repeat(32)}.json`;
    expect((await carrier.client().api('GET', path)).status).toBe(404);
  });
});
