import { expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/list-missing-variables.ts';
import { handler as updateStatus } from '#functions/http/campaigns/update-campaign-status.ts';
import type { Lead, SecondaryContact } from '#shared/campaigns/lead.ts';
import { buildAssistant, buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, OUTBOUND, userId } from '#test/support/in-memory/service.ts';

const campaignId = 4001;
const greeting = 'Hello {customer_name}, this is {assistant_name} about {{order}}, {title|friend}.';

async function setup(leads: Array<Partial<Lead>>, contacts: SecondaryContact[] = [], texts = {}) {
  const deps = campaignDeps({
    campaigns: [buildCampaign({ assistantId: OUTBOUND })],
    leads: leads.map((changes, index) => buildLead({ id: 6001 + index, variables: {}, ...changes })),
    contacts,
  });
  const before = (await deps.assistants.get(userId, OUTBOUND))!;
  const assistant = {
    variables: { order: 'your order' },
    initialMessage: greeting,
    systemPrompt: 'Be kind.',
    ...texts,
  };
  await deps.assistants.replace(before, buildAssistant({ ...before, ...assistant }));
  const ask = askerOf(handler.with(deps));
  const list = (query = '') => ask({ id: campaignId, query });
  const start = () => askerOf(updateStatus.with(deps))({ body: { campaign_id: campaignId, action: 'start' } });
  return { deps, ask, list, start };
}

it.each<{ case: string; variables: object; missing: string[] }>([
  { case: 'all values', variables: { customer_name: 'Ada' }, missing: [] },
  { case: 'no value', variables: {}, missing: ['customer_name'] },
  { case: 'an empty cell', variables: { customer_name: '' }, missing: ['customer_name'] },
  { case: 'a cell of spaces', variables: { customer_name: ' \u00A0\t' }, missing: ['customer_name'] },
  { case: 'null', variables: { customer_name: null }, missing: ['customer_name'] },
  { case: 'an empty list', variables: { customer_name: [] }, missing: ['customer_name'] },
  { case: 'zero and false', variables: { customer_name: 0, order: false }, missing: [] },
  {
    case: 'an empty cell over the value of the assistant',
    variables: { customer_name: 'Ada', order: '' },
    missing: ['order'],
  },
  { case: 'a name in other letters', variables: { Customer_Name: 'Ada' }, missing: ['customer_name'] },
])('names what a lead with $case does not fill', async ({ variables, missing }) => {
  const { list } = await setup([{ variables: { ...variables } }]);
  const data = missing.length === 0 ? [] : [{ id: 6001, phone_number: '+12025550101', missing_variables: missing }];
  expect(await list()).toEqual({ status: 200, body: { data, checked: 1, total: 1, next_before_id: null } });
});

it('checks the values with which secondary contacts are called', async () => {
  const contacts = [
    buildSecondaryContact({ id: 11, variables: {} }),
    buildSecondaryContact({ id: 12, variables: { customer_name: '' } }),
  ];
  const filled = { variables: { customer_name: 'Ada' } };
  const { list } = await setup(
    [
      { ...filled, contactIds: [11] },
      { ...filled, contactIds: [11, 12] },
    ],
    contacts,
  );
  const { body } = await list();
  expect(body).toMatchObject({ data: [{ id: 6002, missing_variables: ['customer_name'] }], checked: 2 });
});

it('leaves out leads that are not called any more, and those of other campaigns', async () => {
  const statuses = ['created', 'rescheduled', 'processing', 'completed', 'reached-max-retries', 'blacklisted'] as const;
  const { list } = await setup([...statuses.map((status) => ({ status })), { campaignId: 4002 }]);
  const { body } = await list();
  expect(body).toMatchObject({ data: [{ id: 6002 }, { id: 6001 }], checked: 2, total: 2 });
});

it('checks 500 leads in an answer, and goes on behind them', async () => {
  const { list } = await setup(Array.from({ length: 1200 }, () => ({})));
  const seen: number[] = [];
  const answers = [];
  for (let query = ''; ;) {
    const {
      data,
      next_before_id: next,
      ...numbers
    } = (await list(query)).body as {
      data: Array<{ id: number }>;
      next_before_id: number | null;
    };
    seen.push(...data.map(({ id }) => id));
    answers.push(numbers);
    if (next === null) break;
    query = `before_id=${next}`;
  }
  expect(answers).toEqual([
    { checked: 500, total: 1200 },
    { checked: 500, total: 700 },
    { checked: 200, total: 200 },
  ]);
  expect(seen).toEqual(Array.from({ length: 1200 }, (_, index) => 7200 - index));
});

it('checks fewer leads in an answer if they are large', async () => {
  const variables = { note: 'x'.repeat(100_000) };
  const { list } = await setup(Array.from({ length: 80 }, () => ({ variables })));
  const { body } = await list();
  expect(body).toMatchObject({ checked: 20, total: 80, next_before_id: 6061 });
});

it('reads no lead if greeting and prompt need no value', async () => {
  const { list, deps } = await setup([{}, {}], [], { initialMessage: 'Hello {name|there}.' });
  deps.leads.getSome = async () => expect.unreachable('leads were read');
  expect((await list()).body).toEqual({ data: [], checked: 2, total: 2, next_before_id: null });
});

it.each([
  { id: 999_999, status: 404, message: 'Campaign not found' },
  { id: 'x', status: 404, message: 'Campaign not found' },
])('answers $status to campaign $id', async ({ id, status, message }) => {
  const { ask } = await setup([{}]);
  expect(await ask({ id })).toEqual({ status, body: { message } });
});

it('refuses a campaign without an assistant', async () => {
  const { ask, deps } = await setup([{}]);
  await deps.campaigns.add(buildCampaign({ id: 4002, assistantId: null }));
  const body = { message: 'The campaign has no active outbound assistant.' };
  expect(await ask({ id: 4002 })).toEqual({ status: 400, body });
});

it('is a warning of the start, which starts all the same', async () => {
  const filled = { variables: { customer_name: 'Ada' } };
  const { start, deps } = await setup([...Array.from({ length: 120 }, () => ({})), filled]);
  expect(await start()).toMatchObject({
    status: 200,
    body: { data: { status: 'in-progress', missing_variables: { names: ['customer_name'], leads: 99, checked: 100 } } },
  });
  expect(await deps.campaigns.get(userId, campaignId)).toMatchObject({ status: 'in-progress' });
});

it('is no part of the answer to a start of leads that have all values', async () => {
  const { start } = await setup([{ variables: { customer_name: 'Ada' } }]);
  expect((await start()).body).toMatchObject({ data: { campaign_id: campaignId, status: 'in-progress' } });
  const { start: again } = await setup([{ variables: { customer_name: 'Ada' } }]);
  expect(Object.keys(((await again()).body as { data: object }).data)).toEqual(['campaign_id', 'status']);
});
