import * as v from 'valibot';
import { expect, it } from 'vitest';
import { createTwilioApi } from '#shared/integrations/twilio/twilio-api.ts';
import { createTwilioCarrier } from '#shared/integrations/twilio/twilio-carrier.ts';
import { publishedLists } from '#test/infra/simulators/twilio/published-resources.ts';
import { ACCOUNT_SID, AUTH_TOKEN, FROM, useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

// 15 minutes are a second.
const carrier = useCarrier({ speed: 900 });

it('lists the requests about a call 15 minutes after its end, from which the adapter reads whose call it was', async () => {
  const apiUrl = carrier.client().url;
  const api = createTwilioApi({ apiUrl, accountSid: ACCOUNT_SID, authToken: async () => AUTH_TOKEN });
  const { url } = carrier.service();
  const twilio = createTwilioCarrier(api, `${url}/`);
  const key = { userId: 7, callId: 12_345 };
  const outcome = await twilio.dial({
    key,
    to: '+12025550151',
    from: FROM,
    timeLimitSeconds: 60,
    ringSeconds: 30,
    expectsMessage: false,
  });
  const sid = outcome.kind === 'accepted' ? outcome.carrierCallId : '';
  await carrier.finished(sid);
  const list = async (query = '') =>
    v.parse(publishedLists.events, (await carrier.client().api('GET', `/Calls/${sid}/Events.json${query}`)).body);
  expect((await list()).events).toEqual([]);
  await expect(twilio.findOwner(sid)).resolves.toBeUndefined();

  await carrier.until(async () => expect((await list()).events).toHaveLength(3));
  const callback = `${url}/carrier/twilio/calls/7/12345/status`;
  expect((await list('?PageSize=1')).events).toMatchObject([
    {
      request: {
        url: callback,
        method: 'POST',
        parameters: { call_sid: sid, call_status: expect.stringMatching(/^(?:initiated|ringing)$/) as string },
      },
      response: { response_code: 204 },
    },
  ]);
  await expect(twilio.findOwner(sid)).resolves.toEqual(key);
  await expect(createTwilioCarrier(api, 'https://elsewhere.example.com').findOwner(sid)).resolves.toBeUndefined();
  await expect(twilio.findOwner(`CA${'f'.repeat(32)}`)).resolves.toBeUndefined();
});
