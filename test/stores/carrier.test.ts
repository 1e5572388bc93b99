import { describe, expect, it, vi } from 'vitest';
import { freePort } from '#infra/local/address/free-port.ts';
import type { Carrier, Dial } from '#shared/calls/carrier.ts';
import { createTwilioApi } from '#shared/integrations/twilio/twilio-api.ts';
import { createTwilioCarrier, createTwilioNumbers } from '#shared/integrations/twilio/twilio-carrier.ts';
import { createTwilioMessages, createTwilioReceivedMessages } from '#shared/integrations/twilio/twilio-messages.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import type { MessageCarrier, OutgoingMessage } from '#shared/sms/message-carrier.ts';
import { accountSid, authorization, useSimulatedTwilio } from '#test/stores/simulated-twilio.ts';

const dial: Dial = {
  key: { userId: 7, callId: 12345 },
  to: '+12025550102',
  from: '+12025550001',
  timeLimitSeconds: 120,
  ringSeconds: 30,
  expectsMessage: false,
};

/** Twilio's answer to the creation of a call: it is not in the database yet, so that its dates are null. */
const createdCall = {
  sid: `CA${'f7'.repeat(16)}`,
  account_sid: accountSid,
  parent_call_sid: null,
  phone_number_sid: `PN${'69'.repeat(16)}`,
  to: dial.to,
  from: dial.from,
  status: 'queued',
  direction: 'outbound-api',
  start_time: null,
  end_time: null,
  duration: null,
  price: null,
  price_unit: 'USD',
  answered_by: null,
  caller_name: null,
  forwarded_from: null,
  group_sid: null,
  trunk_sid: null,
  queue_time: '0',
  api_version: '2010-04-01',
  date_created: null,
  date_updated: null,
};

const message: OutgoingMessage = {
  key: { userId: 7, smsId: 777 },
  to: '+12025550102',
  from: '+12025550001',
  body: 'Grüße: 1 + 1 = 2 & 50 %\n\u{1F600}',
};

const simulated = useSimulatedTwilio(20, () => '<Pause length="60"/>');
const publicUrl = simulated.serviceUrl;
/** Two retries, after timeouts and 5xx. */
const callbackUrl = (path: string) => `${publicUrl()}/carrier/twilio/${path}#rc=2&rt=5000&rp=ct,rt,4xx,5xx`;

const twilio = (changes?: Parameters<typeof simulated.options>[0]): Carrier & MessageCarrier => {
  const api = createTwilioApi(simulated.options(changes));
  return { ...createTwilioCarrier(api, publicUrl()), ...createTwilioMessages(api, publicUrl()) };
};

const twilioNumbers = () => createTwilioNumbers(createTwilioApi(simulated.options()));

async function dialled(carrier: Carrier, changes: Partial<Dial> = {}): Promise<string> {
  const outcome = await carrier.dial({ ...dial, ...changes });
  return outcome.kind === 'accepted' ? outcome.carrierCallId : outcome.kind;
}

it('knows the date of a message, in whole seconds, and none of an unknown one', async () => {
  const { findDate } = createTwilioReceivedMessages(createTwilioApi(simulated.options()));
  const before = Date.now() - 1000;
  const sent = await twilio().sendMessage(message);
  const date = await findDate(sent.kind === 'accepted' ? sent.carrierMessageId : '');
  expect(date).toBeGreaterThan(before);
  expect(date).toBeLessThanOrEqual(Date.now());
  await expect(findDate(`SM${'f'.repeat(32)}`)).resolves.toBeUndefined();
});

describe('Twilio adapter on the wire', () => {
  it('points a number with exactly these parameters', async () => {
    const carrier = twilioNumbers();
    const number = await carrier.findNumber('+12025550002', publicUrl());
    await carrier.pointNumber(number?.carrierNumberId ?? '', publicUrl());
    expect(simulated.requests()).toMatchObject([
      {
        method: 'GET',
        path: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json?PhoneNumber=%2B12025550002`,
      },
      {
        method: 'POST',
        path: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${number?.carrierNumberId}.json`,
        form: [
          ['VoiceUrl', callbackUrl('incoming')],
          ['VoiceMethod', 'POST'],
          ['VoiceFallbackUrl', callbackUrl('call-fallback')],
          ['VoiceFallbackMethod', 'POST'],
          ['StatusCallback', callbackUrl('incoming-status')],
          ['StatusCallbackMethod', 'POST'],
          ['VoiceApplicationSid', ''],
          ['TrunkSid', ''],
          ['SmsUrl', callbackUrl('incoming-message')],
          ['SmsMethod', 'POST'],
          ['SmsApplicationSid', ''],
        ],
      },
    ]);
  });

  it.each([
    ['an application takes the calls', { voice_application_sid: `AP${'1'.repeat(32)}` }],
    ['a trunk takes the calls', { trunk_sid: `TK${'1'.repeat(32)}` }],
    ['the question comes by GET', { voice_method: 'GET' }],
    ['it has no fallback', { voice_fallback_url: '' }],
    ['the end is reported to another service', { status_callback: 'https://elsewhere.example.com' }],
    ['the end is told by GET', { status_callback_method: 'GET' }],
    ['texts go to another service', { sms_url: 'https://elsewhere.example.com' }],
    ['texts go by GET', { sms_method: 'GET' }],
    ['an application takes the texts', { sms_application_sid: `AP${'1'.repeat(32)}` }],
  ])('takes a number for not pointed where %s', async (_, changes) => {
    const number = {
      sid: `PN${'1'.repeat(32)}`,
      phone_number: dial.from,
      voice_url: callbackUrl('incoming'),
      voice_method: 'POST',
      voice_fallback_url: callbackUrl('call-fallback'),
      voice_fallback_method: 'POST',
      voice_application_sid: '',
      trunk_sid: null,
      status_callback: callbackUrl('incoming-status'),
      status_callback_method: 'POST',
      sms_url: callbackUrl('incoming-message'),
      sms_method: 'POST',
      sms_application_sid: null,
    };
    const answer = (...numbers: unknown[]) =>
      simulated.answer({ status: 200, body: JSON.stringify({ incoming_phone_numbers: numbers }) });
    answer({ ...number, phone_number: `${dial.from}9` }, number);
    expect(await twilioNumbers().findNumber(dial.from, publicUrl())).toMatchObject({ isPointed: true });
    answer({ ...number, ...changes });
    expect(await twilioNumbers().findNumber(dial.from, publicUrl())).toMatchObject({ isPointed: false });
  });

  it('sends a message with exactly these parameters', async () => {
    await twilio().sendMessage(message);
    expect(simulated.requests()).toEqual([
      {
        method: 'POST',
        path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
        authorization,
        contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
        form: [
          ['To', message.to],
          ['From', message.from],
          ['Body', message.body],
          ['StatusCallback', callbackUrl('messages/7/777/status')],
        ],
      },
    ]);
  });

  it.each([
    { what: 'a number that takes no messages', to: '+12025550160', code: 21_614 },
    { what: 'a recipient who has opted out', to: '+12025550162', code: 21_610, more: { hasOptedOut: true } },
  ])('takes $what for a refusal of the recipient, with the reason of the carrier', async ({ to, code, more }) => {
    await expect(twilio().sendMessage({ ...message, to })).resolves.toEqual({
      kind: 'refused',
      code,
      reason: expect.stringMatching(/\w/),
      isOfRecipient: true,
      ...more,
    });
  });

  it.each([
    { what: 'an invalid number', code: 21_211 },
    { what: 'a number that cannot be reached', code: 21_214 },
    { what: 'a number that is not valid there', code: 21_217 },
    { what: 'a landline', code: 21_635 },
  ])('takes $what for a refusal of the recipient', async ({ code }) => {
    simulated.answer({ status: 400, body: JSON.stringify({ code, message: 'No', status: 400 }) });
    await expect(twilio().sendMessage(message)).resolves.toMatchObject({ code, isOfRecipient: true });
  });

  it('sends again later where the carrier says that it took nothing', async () => {
    const limited = { ...message, to: '+12025550161' };
    await expect(twilio().sendMessage(limited)).resolves.toMatchObject({ kind: 'retry' });
    await expect(twilio().sendMessage(limited)).resolves.toMatchObject({ kind: 'accepted' });
  });

  it('sends again later when the sender has too many messages waiting', async () => {
    simulated.answer({ status: 400, body: '{"code":21611,"message":"Queue is full","status":400}' });
    await expect(twilio().sendMessage(message)).resolves.toMatchObject({ kind: 'retry' });
  });

  it('leaves out of a list what is no message that it sent', async () => {
    const received = { sid: 'SM1', status: 'received', body: 'Hi', date_created: new Date().toUTCString() };
    simulated.answer({ status: 200, body: JSON.stringify({ messages: [received, { ...received, status: 'sent' }] }) });
    await expect(twilio().findMessages(message.to, message.from, Date.now())).resolves.toMatchObject([
      { carrierMessageId: 'SM1', status: 'sent' },
    ]);
  });

  it.each([
    { what: 'no date', changes: { date_created: null } },
    { what: 'a status that is new', changes: { status: 'enqueued_at_partner' } },
    { what: 'no body', changes: { body: null } },
  ])('takes a message with $what for accepted, and finds it again', async ({ changes }) => {
    const now = Date.now();
    const sent = { sid: 'SM1', status: 'queued', body: message.body, date_created: new Date(now).toUTCString() };
    const changed = { ...sent, ...changes };
    simulated.answer({ status: 201, body: JSON.stringify(changed) });
    await expect(twilio().sendMessage(message)).resolves.toMatchObject({ kind: 'accepted', carrierMessageId: 'SM1' });
    simulated.answer({ status: 200, body: JSON.stringify({ messages: [changed] }) });
    await expect(twilio().findMessages(message.to, message.from, now)).resolves.toMatchObject([
      { carrierMessageId: 'SM1' },
    ]);
  });

  it('creates a call with exactly these parameters', async () => {
    await twilio().dial(dial);
    const callback = (name: string) => callbackUrl(`calls/7/12345/${name}`);
    expect(simulated.requests()).toEqual([
      {
        method: 'POST',
        path: `/2010-04-01/Accounts/${accountSid}/Calls.json`,
        authorization,
        contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
        form: [
          ['To', '+12025550102'],
          ['From', '+12025550001'],
          ['Url', callback('answered')],
          ['Method', 'POST'],
          ['FallbackUrl', callbackUrl('call-fallback')],
          ['FallbackMethod', 'POST'],
          ['StatusCallback', callback('status')],
          ['StatusCallbackMethod', 'POST'],
          ['Timeout', '30'],
          ['TimeLimit', '120'],
          ['MachineDetection', 'Enable'],
          ['AsyncAmd', 'true'],
          ['AsyncAmdStatusCallback', callback('answering-machine')],
          ['AsyncAmdStatusCallbackMethod', 'POST'],
          ['StatusCallbackEvent', 'initiated'],
          ['StatusCallbackEvent', 'ringing'],
          ['StatusCallbackEvent', 'answered'],
          ['StatusCallbackEvent', 'completed'],
        ],
      },
    ]);
  });

  it('asks the carrier for the thresholds that the stage sets, and for no others', async () => {
    const all = { timeoutSeconds: 40, speechThresholdMs: 3000, speechEndThresholdMs: 900, silenceTimeoutMs: 4000 };
    for (const thresholds of [all, { speechThresholdMs: 3500 }]) {
      const { dial: dialWith } = createTwilioCarrier(createTwilioApi(simulated.options()), publicUrl(), thresholds);
      await dialWith(dial);
    }
    const asked = simulated.requests().map(({ form }) => form.filter(([name]) => name.startsWith('MachineDetection')));
    expect(asked).toEqual([
      [
        ['MachineDetection', 'Enable'],
        ['MachineDetectionTimeout', '40'],
        ['MachineDetectionSpeechThreshold', '3000'],
        ['MachineDetectionSpeechEndThreshold', '900'],
        ['MachineDetectionSilenceTimeout', '4000'],
      ],
      [
        ['MachineDetection', 'Enable'],
        ['MachineDetectionSpeechThreshold', '3500'],
      ],
    ]);
  });

  it.each([
    [
      'in a request to the service',
      { url: 'https://s.example.com/carrier/twilio/calls/7/12345/status', method: 'POST' },
    ],
    [
      'in the request that created it',
      {
        url: 'https://api.twilio.com/2010-04-01/Accounts/AC0/Calls/CA0.json',
        parameters: { to: '+1', status_callback: 'https://s.example.com/carrier/twilio/calls/7/12345/status' },
      },
    ],
  ])('reads whose call it was %s', async (_, request) => {
    const body = JSON.stringify({
      events: [
        { request: null, response: null },
        { request, response: null },
      ],
    });
    simulated.answer({ status: 200, body });
    const carrier = createTwilioCarrier(createTwilioApi(simulated.options()), 'https://s.example.com');
    await expect(carrier.findOwner('CA1')).resolves.toEqual({ userId: 7, callId: 12_345 });
    expect(simulated.requests()).toMatchObject([{ path: `/2010-04-01/Accounts/${accountSid}/Calls/CA1/Events.json` }]);
  });

  it('ends a call by an update of its status', async () => {
    const carrier = twilio();
    const id = await dialled(carrier);
    await carrier.hangUp(id);
    expect(simulated.requests().at(-1)).toMatchObject({
      method: 'POST',
      path: `/2010-04-01/Accounts/${accountSid}/Calls/${id}.json`,
      form: [['Status', 'completed']],
    });
  });

  it('takes wrong credentials for no fault of the call or message', async () => {
    const { dial: dialWith, sendMessage } = twilio({ token: 'wrong' });
    await expect(dialWith(dial)).resolves.toMatchObject({ kind: 'closed', code: 20003 });
    await expect(sendMessage(message)).resolves.toMatchObject({ kind: 'closed', code: 20003 });
  });

  it.each([
    {
      what: 'is not active',
      status: 403,
      body: '{"code":10001,"message":"Account is not active","status":403}',
      code: 10_001,
    },
    {
      what: 'is out of funds',
      status: 403,
      body: '{"code":20005,"message":"Account not active","status":403}',
      code: 20_005,
    },
    { what: 'does not exist', status: 404, body: '{"code":20404,"message":"Not found","status":404}', code: 20_404 },
    { what: 'is refused without a reason', status: 401, body: '', code: 0 },
    ...[20_010, 20_403, 70_051, 90_010].map((code) => {
      return { what: `gets the error ${code}`, status: 403, body: JSON.stringify({ code, message: 'No' }), code };
    }),
  ])('takes an account that $what for no fault of the call', async ({ status, body, code }) => {
    simulated.answer({ status, body });
    await expect(twilio().dial(dial)).resolves.toMatchObject({ kind: 'closed', code });
  });

  it('takes an invalid number for a refusal, with the reason of the carrier', async () => {
    await expect(twilio().dial({ ...dial, to: '+15005550001' })).resolves.toMatchObject({
      kind: 'refused',
      code: 21211,
    });
  });

  it('tries again later where the carrier says that it took nothing', async () => {
    const limited = { ...dial, key: { userId: 7, callId: 12346 }, to: '+12025550157' };
    await expect(twilio().dial(limited)).resolves.toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('20429'),
    });
    await expect(twilio().dial(limited)).resolves.toMatchObject({ kind: 'accepted' });
  });

  it('tries again later when the carrier refuses the connection', async () => {
    const apiUrl = `http://127.0.0.1:${await freePort()}`;
    await expect(twilio({ apiUrl }).dial(dial)).resolves.toMatchObject({ kind: 'retry' });
  });

  it('takes a call for accepted whose dates are null, as Twilio answers while it is queued', async () => {
    simulated.answer({ status: 201, body: JSON.stringify(createdCall) });
    await expect(twilio().dial(dial)).resolves.toEqual({ kind: 'accepted', carrierCallId: createdCall.sid });
  });

  it('finds a call without a date among those that it asked for, and the others beside it', async () => {
    const now = Date.now();
    const at = (time: number) => ({ ...createdCall, date_created: new Date(time).toUTCString() });
    const calls = [createdCall, { ...at(now), sid: 'CA2' }, { ...at(now - 60_000), sid: 'CA3' }];
    simulated.answer({ status: 200, body: JSON.stringify({ calls }) });
    const found = await twilio().findCalls(dial.to, dial.from, now);
    expect(found.map(({ carrierCallId }) => carrierCallId)).toEqual([createdCall.sid, 'CA2']);
    expect(found[0]?.createdAt).toBe(now);
  });

  it('knows the status of a call without a date', async () => {
    simulated.answer({ status: 200, body: JSON.stringify(createdCall) });
    await expect(twilio().fetchCall(createdCall.sid)).resolves.toMatchObject({
      status: 'initiated',
      durationSeconds: 0,
    });
  });

  it('tries again later when the auth token cannot be read: nothing was sent', async () => {
    const logged = vi.spyOn(logger, 'error');
    const authToken = () => Promise.reject(new Error('throttled'));
    const carrier = createTwilioCarrier(createTwilioApi({ ...simulated.options(), authToken }), publicUrl());
    await expect(carrier.dial(dial)).resolves.toMatchObject({ kind: 'retry', reason: 'the auth token cannot be read' });
    await expect(carrier.fetchCall('CA1')).rejects.toThrow('the auth token cannot be read');
    expect(simulated.requests()).toEqual([]);
    const reason = expect.objectContaining({ error: expect.objectContaining({ message: 'throttled' }) });
    expect(logged).toHaveBeenCalledWith('the auth token cannot be read', reason);
  });

  it.each([
    { what: 'a connection that breaks', answer: 'reset' as const },
    { what: 'an answer that does not come', answer: 'hang' as const },
    { what: 'a 500', answer: { status: 500, body: '{"code":20500,"message":"Internal","status":500}' } },
    { what: 'a 201 that does not parse', answer: { status: 201, body: '<html>' } },
    { what: 'a 201 without an id', answer: { status: 201, body: '{}' } },
  ])('does not know whether it has dialled or sent after $what', async ({ answer }) => {
    simulated.answer(answer, answer);
    const carrier = twilio({ timeoutMs: 200 });
    await expect(carrier.dial(dial)).resolves.toMatchObject({ kind: 'unknown' });
    await expect(carrier.sendMessage(message)).resolves.toMatchObject({ kind: 'unknown' });
  });

  it('honours Retry-After', async () => {
    simulated.answer({
      status: 429,
      body: '{"code":20429,"message":"Too Many Requests","status":429}',
      headers: { 'retry-after': '7' },
    });
    await expect(twilio().dial(dial)).resolves.toMatchObject({ kind: 'retry', afterSeconds: 7 });
  });

  it('throws where an answer is needed and none comes, so that the work is tried again', async () => {
    simulated.answer({ status: 503, body: 'busy' });
    await expect(twilio().fetchCall(`CA${'1'.repeat(32)}`)).rejects.toThrow('Twilio answered 503');
  });
});
