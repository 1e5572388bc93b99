import { expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';

const running = useLocalStack({ simulatorSpeed: 5, developer: { CARRIER_CALLS_PER_SECOND: '1' } });
const [NO_ANSWER, SILENT] = ['+12025550151', '+12025550155'];

interface CallRecord {
  id: number;
  status: string;
  outcome: string | null;
  end_reason: string | null;
  transcript: string;
  total_cost: number;
}

async function createAssistant(): Promise<number> {
  const { api, stack } = running();
  const request = assistantRequest({
    is_webhook_active: true,
    webhook_url: `${stack.address.webhook_sink_url}/end-call`,
  });
  return (await api<{ data: { id: number } }>('POST', '/user/assistant', request)).body.data.id;
}

const read = async (id: number) => (await running().api<CallRecord>('GET', `/user/calls/${id}`)).body;
const end = (id: number) => running().api<object>('POST', `/user/calls/${id}/end`);
const reach = (id: number, ...statuses: string[]) =>
  waitFor(`${id} to be ${statuses.join(' or ')}`, async () => {
    const call = await read(id);
    return statuses.includes(call.status) && call;
  });

async function call(phone_number: string, assistant_id: number): Promise<number> {
  const made = await running().api<{ call_id: number }>('POST', '/user/make_call', { phone_number, assistant_id });
  return made.body.call_id;
}

/** Its webhook, once it has arrived. */
const webhookOf = (id: number) =>
  waitFor('the webhook', () => {
    const all = running().webhooks('/end-call') as Array<{ body: { id: number; end_reason: string; status: string } }>;
    return all.find(({ body }) => body.id === id)?.body;
  });

it('ends calls that are live, ring or wait, with their cost, record and webhook', async () => {
  const assistant = await createAssistant();
  const live = await call(SILENT, assistant);
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

  const ringing = await call(NO_ANSWER, assistant);
  await reach(ringing, 'ringing');
  expect(await end(ringing)).toMatchObject({ status: 200 });
  await reach(ringing, 'no-answer', 'failed', 'completed', 'ended_by_assistant');
  const unanswered = await waitFor('its settlement', async () => {
    const settled = await read(ringing);
    return settled.outcome !== null && settled;
  });
  expect(unanswered).toMatchObject({ ...byUser, outcome: 'cancelled', total_cost: 0 });

  const many = await Promise.all(Array.from({ length: 12 }, () => call(NO_ANSWER, assistant)));
  const answers = await Promise.all(many.map(async (id) => end(id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const over = await Promise.all(many.map(async (id) => reach(id, 'failed', 'no-answer', 'ended_by_assistant')));
  expect(over.map(({ end_reason, total_cost }) => `${end_reason} ${total_cost}`)).toEqual(
    many.map(() => 'cancelled 0'),
  );
  // Some of them never reached the carrier.
  const { attempts } = await running().simulator<{ attempts: Array<{ url: string }> }>('/dial-attempts');
  const dialled = many.filter((id) => attempts.some(({ url }) => url.includes(`/${id}/`)));
  expect(dialled.length).toBeLessThan(many.length);
  const money = await running().api<{ total_balance: number; calls_now: number }>('GET', '/user/me');
  expect(money.body.calls_now).toBe(0);
});

it('ends the call of a campaign: its lead counts an attempt and is tried later', async () => {
  const { api } = running();
  const assistant_id = await createAssistant();
  const hours = { allowed_hours_start_time: '00:00', allowed_hours_end_time: '23:59' };
  const campaign = await api<{ data: { id: number } }>('POST', '/user/campaigns', {
    name: 'Spring',
    assistant_id,
    ...hours,
  });
  const campaign_id = campaign.body.data.id;
  await api('POST', '/user/leads', { campaign_id, phone_number: NO_ANSWER });
  await api('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' });
  const { id } = await waitFor('its call', async () => {
    const { body } = await api<{ data: CallRecord[] }>('GET', `/user/calls?campaign_id=${campaign_id}`);
    return body.data.find(({ status }) => status === 'ringing');
  });
  expect(await end(id)).toMatchObject({ status: 200 });
  await reach(id, 'no-answer', 'failed', 'ended_by_assistant');
  await waitFor('its lead', async () => {
    const { body } = await api<{ data: Array<{ status: string; dialing?: { reason?: string } }> }>(
      'GET',
      `/user/leads?campaign_id=${campaign_id}`,
    );
    return JSON.stringify(body.data).includes('"reason":"cancelled"') && body.data[0]?.status === 'rescheduled';
  });
  await api('POST', '/user/campaigns/update-status', { campaign_id, action: 'stop' });
});
