import { createParameters, updateParameters } from '@ringback/simulators/twilio/rest/call-parameters.ts';
import { messageParameters } from '@ringback/simulators/twilio/rest/message-parameters.ts';
import { numberParameters } from '@ringback/simulators/twilio/rest/numbers-api.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createTwilioApi, type TwilioApi } from '#shared/integrations/twilio/twilio-api.ts';
import { createTwilioCarrier, createTwilioNumbers } from '#shared/integrations/twilio/twilio-carrier.ts';
import { createTwilioMessages } from '#shared/integrations/twilio/twilio-messages.ts';
import { publishedParameters } from '#test/infra/simulators/twilio/published-parameters.ts';
import {
  publishedCall,
  publishedCallRecording,
  publishedLists,
  publishedMessage,
  publishedNumber,
  publishedRecording,
} from '#test/infra/simulators/twilio/published-resources.ts';
import { ACCOUNT_SID, AUTH_TOKEN, FROM } from '#test/infra/simulators/twilio/use-carrier.ts';
import { useMessages } from '#test/infra/simulators/twilio/use-messages.ts';

describe("the simulator's answers are those of the published API", () => {
  const carrier = useMessages();
  const get = async (path: string) => (await carrier.client().api('GET', path)).body;
  const finishedCall = (sid: string) =>
    carrier.until(async () => {
      if (!(await carrier.client().call(sid)).finished) throw new Error('not finished');
    });

  it.each(['+12025550155', '+12025550150', '+12025550151', '+12025550152'])('for a call to %s', async (to) => {
    const dialled = (await carrier.dial(to, [['TimeLimit', '10']])).body;
    v.parse(publishedCall, dialled);
    const sid = String(dialled['sid']);
    v.parse(publishedCall, await get(`/Calls/${sid}.json`));
    await finishedCall(sid);
    v.parse(publishedCall, await get(`/Calls/${sid}.json`));
    expect(v.parse(publishedLists.calls, await get('/Calls.json?PageSize=1')).calls).toHaveLength(1);
  });

  it.each(['+12025550100', '+12025550163', '+12025550164'])('for a message to %s', async (to) => {
    const sent = (await carrier.post(carrier.form(to))).body;
    v.parse(publishedMessage, sent);
    const path = `/Messages/${String(sent['sid'])}.json`;
    v.parse(publishedMessage, await get(path));
    await carrier.finished(String(sent['sid']));
    v.parse(publishedMessage, await get(path));
    expect(v.parse(publishedLists.messages, await get('/Messages.json')).messages).toHaveLength(1);
  });

  it('for a phone number, before and after its URLs are set', async () => {
    const listed = await get(`/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(FROM)}`);
    const [number] = v.parse(publishedLists.numbers, listed).incoming_phone_numbers;
    const path = `/IncomingPhoneNumbers/${number!.sid}.json`;
    const urls: [string, string][] = [
      ['VoiceUrl', `${carrier.service().url}/incoming`],
      ['StatusCallback', `${carrier.service().url}/status`],
    ];
    v.parse(publishedNumber, (await carrier.client().api('POST', path, urls)).body);
    expect(v.parse(publishedNumber, await get(path)).voice_url).toBe(`${carrier.service().url}/incoming`);
  });

  it('for a call that came in', async () => {
    carrier.service().script = { twiml: { '/incoming': '<Response><Reject/></Response>' } };
    const listed = await get(`/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(FROM)}`);
    const [number] = v.parse(publishedLists.numbers, listed).incoming_phone_numbers;
    const voiceUrl: [string, string][] = [['VoiceUrl', `${carrier.service().url}/incoming`]];
    await carrier.client().api('POST', `/IncomingPhoneNumbers/${number!.sid}.json`, voiceUrl);
    const call = { from: '+12025550100', to: FROM };
    const { sid } = await carrier.client().control<{ sid: string }>('/inbound-calls', call);
    v.parse(publishedCall, await get(`/Calls/${sid}.json`));
    await finishedCall(sid);
    expect(v.parse(publishedCall, await get(`/Calls/${sid}.json`))).toMatchObject({ direction: 'inbound' });
  });

  it('for a recording, on its own and under its call', async () => {
    const twiml = '<Response><Start><Recording/></Start><Pause length="30"/></Response>';
    carrier.service().script = { twiml: { '/answered': twiml } };
    const call = String((await carrier.dial('+12025550155')).body['sid']);
    const list = () => get(`/Calls/${call}/Recordings.json`);
    const [begun] = await carrier.until(async () => {
      const { recordings } = v.parse(publishedLists.recordings, await list());
      if (recordings.length === 0) throw new Error('no recording yet');
      return recordings;
    });
    expect(begun).toMatchObject({ status: 'in-progress', price: null });
    await finishedCall(call);
    await carrier.until(async () => expect(await list()).toMatchObject({ recordings: [{ status: 'completed' }] }));
    v.parse(publishedLists.recordings, await list());
    v.parse(publishedRecording, await get(`/Recordings/${begun!.sid}.json`));
    v.parse(publishedCallRecording, await get(`/Calls/${call}/Recordings/${begun!.sid}.json`));
    expect(await get(`/Calls/CA${'0'.repeat(32)}/Recordings/${begun!.sid}.json`)).toMatchObject({ code: 20_404 });
  });
});

describe('the parameters that the simulator takes are those of the published API', () => {
  it.each([
    ['POST Calls.json', createParameters],
    ['POST Calls/{Sid}.json', updateParameters],
    ['POST Messages.json', messageParameters],
    ['POST IncomingPhoneNumbers/{Sid}.json', numberParameters],
  ])('of %s', (request, rules) => {
    const published = Object.keys(publishedParameters[request]!);
    expect(Object.keys(rules).filter((name) => !published.includes(name))).toEqual([]);
  });
});

describe("the adapter's requests are those of the published API", () => {
  const carrier = useMessages();

  it('with every parameter as it is published', async () => {
    const requests: { request: string; parameters: [string, string][] }[] = [];
    const api = createTwilioApi({
      apiUrl: carrier.client().url,
      accountSid: ACCOUNT_SID,
      authToken: async () => AUTH_TOKEN,
    });
    const watched: TwilioApi = (method, path, parameters) => {
      const request = `${method} ${path.replace(/[A-Z]{2}[\da-f]{32}/, '{Sid}')}`;
      requests.push({ request, parameters: [...(parameters ?? [])] });
      return api(method, path, parameters);
    };
    const twilio = createTwilioCarrier(watched, carrier.service().url);
    // Not answered, so that no document is requested.
    const between = { to: '+12025550151', from: FROM };
    const outcome = await twilio.dial({
      key: { userId: 1, callId: 2 },
      ...between,
      timeLimitSeconds: 60,
      ringSeconds: 30,
      expectsMessage: false,
    });
    const callSid = outcome.kind === 'accepted' ? outcome.carrierCallId : '';
    await twilio.fetchCall(callSid);
    await twilio.findCalls(between.to, between.from, 0);
    await twilio.findOwner(callSid);
    await twilio.limitDuration(callSid, 60);
    await twilio.hangUp(callSid);
    const messages = createTwilioMessages(watched, carrier.service().url);
    await messages.sendMessage({ key: { userId: 1, smsId: 2 }, ...between, body: 'Hello' });
    await messages.findMessages(between.to, between.from, 0);
    const numbers = createTwilioNumbers(watched);
    const number = await numbers.findNumber(FROM, carrier.service().url);
    await numbers.pointNumber(number?.carrierNumberId ?? '', carrier.service().url);

    expect(requests.map(({ request }) => request)).toEqual([
      'POST Calls.json',
      'GET Calls/{Sid}.json',
      'GET Calls.json',
      'GET Calls/{Sid}/Events.json',
      'POST Calls/{Sid}.json',
      'POST Calls/{Sid}.json',
      'POST Messages.json',
      'GET Messages.json',
      'GET IncomingPhoneNumbers.json',
      'POST IncomingPhoneNumbers/{Sid}.json',
    ]);
    for (const { request, parameters } of requests) {
      for (const [name, value] of parameters) {
        expect({ request, name, value }).toEqual({
          request,
          name,
          value: expect.stringMatching(publishedParameters[request]?.[name] ?? /not published/),
        });
      }
    }
    expect(await carrier.client().violations()).toEqual([]);
  });
});
