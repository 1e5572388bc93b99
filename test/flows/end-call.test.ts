import { expect, it } from 'vitest';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import {
  createAssistant,
  listCalls,
  makeCall,
  readCall,
  settledCall,
  startCampaign,
  timesDialled,
} from '#test/support/over-http.ts';

const running = useLocalStack({ simulatorSpeed: 5, developer: { CARRIER_CALLS_PER_SECOND: '1' } });
const [NO_ANSWER, SILENT] = ['+12025550151', '+12025550155'];

const assistant = (changes: object = {}) => {
  const { api, stack } = running();
  return createAssistant(api, {
    is_webhook_active: true,
    webhook_url: `${stack.address.webhook_sink_url}/end-call`,
    ...changes,
  });
};
const read = (id: number) => readCall(running().api, id);
const end = (id: number) => running().api<object>('POST', `/user/calls/${id}/end`);
const reach = (id: number, ...statuses: string[]) =>
  waitFor(`${id} to be ${statuses.join(' or ')}`, async () => {
    const call = await read(id);
    return statuses.includes(call.status) && call;
  });

const call = (number: string, assistant_id: number) => makeCall(running().api, number, assistant_id);

/** Its webhook, once it has arrived. */
const webhookOf = (id: number) =>
  waitFor('the webhook', () => {
    const all = running().webhooks('/end-call') as Array<{ body: { id: number; end_reason: string; status: string } }>;
    return all.find(({ body }) => body.id === id)?.body;
  });

it('ends calls that are live, ring or wait, with their cost, record and webhook', async () => {
  const assistantId = await assistant();
  const live = await call(SILENT, assistantId);
  const talking = await waitFor('its first words', async () => {
    const now = await read(live);
    return now.transcript !== '' && now;
  });
  expect(talking).toMatchObject({ status: 'in-progress', transcript: expect.stringContaining('Assistant: ') });
  const both = await Promise.all([end(live), end(live)]);
  expect(both.map(({ status }) => status)).toContain(200);
  const ended = await reach(live, 'ended_by_assistant');
  const byUser = {
    end_reason: 'cancelled',
    reason: { by: 'user', code: 'cancelled', text: 'The user ended the call.' },
  };
  expect(ended).toMatchObject({ ...byUser, outcome: 'talked' });
  expect(ended.total_cost).toBeGreaterThan(0);
  expect(await webhookOf(live)).toMatchObject({ ...byUser, outcome: 'talked', status: 'ended_by_assistant' });
  expect(await end(live)).toMatchObject({ status: 409, body: { message: 'The call is over.' } });

  const ringing = await call(NO_ANSWER, assistantId);
  await reach(ringing, 'ringing');
  expect(await end(ringing)).toMatchObject({ status: 200 });
  const unanswered = await settledCall(running().api, ringing);
  expect(unanswered).toMatchObject({ ...byUser, outcome: 'cancelled', total_cost: 0 });

  const many = await Promise.all(Array.from({ length: 12 }, () => call(NO_ANSWER, assistantId)));
  const answers = await Promise.all(many.map(async (id) => end(id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const over = await Promise.all(many.map(async (id) => reach(id, 'failed', 'no-answer', 'ended_by_assistant')));
  expect(over.map(({ end_reason, total_cost }) => `${end_reason} ${total_cost}`)).toEqual(
    many.map(() => 'cancelled 0'),
  );
  // Some of them never reached the carrier.
  expect(await timesDialled(running(), many)).toContain(0);
  const money = await running().api<{ total_balance: number; calls_now: number }>('GET', '/user/me');
  expect(money.body.calls_now).toBe(0);
});

it('lets a call go on whose assistant is deleted, and refunds nothing of a call that is deleted', async () => {
  const { api } = running();
  const assistantId = await assistant();
  const id = await call(SILENT, assistantId);
  const before = await waitFor('its first words', async () => {
    const now = await read(id);
    return now.transcript !== '' && now;
  });
  expect(await api('DELETE', `/user/assistant/${assistantId}`)).toMatchObject({ status: 200 });
  await waitFor('more words', async () => (await read(id)).transcript.length > before.transcript.length);
  expect(await read(id)).toMatchObject({ status: 'in-progress' });
  await end(id);
  await reach(id, 'ended_by_assistant');
  expect(await webhookOf(id)).toMatchObject({ status: 'ended_by_assistant', outcome: 'talked' });
  const balance = async () => (await api<{ total_balance: number }>('GET', '/user/me')).body.total_balance;
  const charged = await balance();
  expect(await api('DELETE', `/user/calls/${id}`)).toMatchObject({ status: 200 });
  expect(await balance()).toBe(charged);
});

const callOf = (campaign_id: number, wanted: string) =>
  waitFor(`its call to be ${wanted}`, async () => {
    const { data } = await listCalls(running().api, `campaign_id=${campaign_id}`);
    return data.find(({ status }) => status === wanted);
  });

const stop = (campaign_id: number, more: object = {}) =>
  running().api('POST', '/user/campaigns/update-status', { campaign_id, action: 'stop', ...more });

const leadsOf = async (campaign_id: number) => {
  const { body } = await running().api<{ data: Array<{ status: string; attempts: number; dialing?: object }> }>(
    'GET',
    `/user/leads?campaign_id=${campaign_id}`,
  );
  return body.data;
};

it('lets a customer of a stopped campaign talk on, and hangs up when the user asks for it', async () => {
  const campaign_id = await startCampaign(running().api, await assistant({ re_engagement_interval: 10 }), [SILENT]);
  const { id } = await callOf(campaign_id, 'in-progress');
  const before = await waitFor('its first words', async () => {
    const now = await read(id);
    return now.transcript !== '' && now;
  });
  expect(await stop(campaign_id)).toMatchObject({ status: 200 });
  // The assistant asks whether the customer is still there.
  await waitFor('more words', async () => (await read(id)).transcript.length > before.transcript.length);
  expect(await read(id)).toMatchObject({ status: 'in-progress' });
  expect(await stop(campaign_id, { hang_up: true })).toMatchObject({ status: 200 });
  expect(await reach(id, 'ended_by_assistant')).toMatchObject({
    end_reason: 'campaign_stopped',
    reason: { by: 'user', code: 'campaign_stopped', text: 'The campaign was stopped.' },
    outcome: 'talked',
  });
  // It is charged as far as it went.
  expect((await read(id)).total_cost).toBeGreaterThan(0);
});

it('takes back a call of a stopped campaign that rings: it is no attempt', async () => {
  const campaign_id = await startCampaign(running().api, await assistant(), [NO_ANSWER]);
  const { id } = await callOf(campaign_id, 'ringing');
  await stop(campaign_id);
  expect(await settledCall(running().api, id)).toMatchObject({ reason: { code: 'campaign_stopped' }, total_cost: 0 });
  await waitFor('its lead', async () => {
    const [lead] = await leadsOf(campaign_id);
    return JSON.stringify(lead).includes('"reason":"campaign_stopped"') && lead?.status === 'rescheduled';
  });
});

it('ends the call of a campaign: its lead counts an attempt and is tried later', async () => {
  const campaign_id = await startCampaign(running().api, await assistant(), [NO_ANSWER]);
  const { id } = await callOf(campaign_id, 'ringing');
  expect(await end(id)).toMatchObject({ status: 200 });
  await reach(id, 'no-answer', 'failed', 'ended_by_assistant');
  await waitFor('its lead', async () => {
    const [lead] = await leadsOf(campaign_id);
    return JSON.stringify(lead).includes('"reason":"cancelled"') && lead?.status === 'rescheduled';
  });
  await stop(campaign_id);
});
