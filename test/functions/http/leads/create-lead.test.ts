import { expect, it } from 'vitest';
import { handler } from '#functions/http/leads/create-lead.ts';
import type { LeadRecord } from '#shared/campaigns/lead-api.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { buildCampaign, buildDoNotCallEntry } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps } from '#test/support/in-memory/service.ts';

const phone_number = '+12025550101';
const request = { phone_number, campaign_id: 4001 };
const secondary_contacts = [{ phone_number: '+12025550102' }, { phone_number: '+12025550103' }];

async function setup() {
  const leads: Lead[] = [];
  const campaigns = [buildCampaign(), buildCampaign({ id: 4002, name: 'Autumn' })];
  const deps = campaignDeps({ campaigns, leads });
  const ask = askerOf(handler.with(deps));
  const post = (body: object, key?: string) =>
    ask({ body, headers: key === undefined ? {} : { 'idempotency-key': key } });
  const create = async (body: Record<string, unknown> = {}) => {
    const answer = await post({ ...request, ...body });
    expect(answer.status).toBe(200);
    return (answer.body as { data: LeadRecord }).data;
  };
  return { deps, leads, post, create };
}

it('draws other ids when one is taken', async () => {
  const { deps, create, leads } = await setup();
  const drawn = [500, 500, 501, 500, 502, 503, 501, 504, 505];
  deps.ids.recordId = () => drawn.shift()!;
  const contacts = { secondary_contacts: secondary_contacts.slice(1) };
  await create(contacts);
  await create({ campaign_id: 4002, ...contacts });
  const ids = leads.map(({ id, contactIds }) => [id, ...contactIds]);
  expect(ids).toEqual([
    [500, 501],
    [504, 505],
  ]);
});

it('answers with the lead that a run has stored before it died', async () => {
  const { deps, post, leads } = await setup();
  const { create } = deps.leads;
  deps.leads.create = async (lead, contacts) => {
    await create(lead, contacts);
    deps.leads.create = create;
    throw new Error('the connection is gone');
  };
  const body = { ...request, secondary_contacts };
  expect((await post(body, 'key-1')).status).toBe(500);
  expect(await post(body, 'key-1')).toMatchObject({
    status: 200,
    body: { data: { id: leads[0]!.id, secondary_contacts: leads[0]!.contactIds.map((id) => ({ id })) } },
  });
  expect(leads).toHaveLength(1);
});

it('adds a lead whose number must not be called like any other; the dialler marks it', async () => {
  const { deps, create, leads } = await setup();
  await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber: phone_number }));
  await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber: '+12025550103' }));
  const created = await create({ secondary_contacts });
  expect(created).toMatchObject({
    status: 'created',
    secondary_contacts: [{ status: 'created' }, { status: 'created' }],
  });
  expect(created).not.toHaveProperty('reason');
  expect(leads).toMatchObject([{ status: 'created', dialing: { reason: null } }]);
});

it('starts a completed campaign again, or refuses the lead with 422 where it may not', async () => {
  const { deps, create, post, leads } = await setup();
  const draft = (await deps.campaigns.get(7, 4001))!;
  await deps.campaigns.replace(draft, { ...draft, status: 'completed', version: 2 });
  expect(await post({ ...request, allow_restart: false })).toMatchObject({
    status: 422,
    body: { errors: { campaign_id: ['The campaign is completed.'] } },
  });
  expect([leads, deps.queue.sent]).toEqual([[], []]);
  await create();
  expect(deps.queue.sent).toMatchObject([{ queue: 'dial-campaign', message: { userId: 7, campaignId: 4001 } }]);
});

it('wakes the dialer for a lead that was stored by a request which crashed before it did', async () => {
  const { deps, post } = await setup();
  const draft = (await deps.campaigns.get(7, 4001))!;
  await deps.campaigns.replace(draft, { ...draft, status: 'completed', version: 2 });
  const { send } = deps.queue;
  deps.queue.send = () => Promise.reject(new Error('the connection is gone'));
  expect((await post(request, 'key-1')).status).toBe(500);
  deps.queue.send = send;
  expect((await post(request, 'key-1')).status).toBe(200);
  expect(deps.queue.sent).toHaveLength(1);
});

it('wakes the dialer for a lead in a campaign that is in progress, and not for one in a draft', async () => {
  const { deps, create } = await setup();
  await create();
  expect(deps.queue.sent).toEqual([]);
  const draft = (await deps.campaigns.get(7, 4001))!;
  await deps.campaigns.replace(draft, { ...draft, status: 'in-progress', version: 2 });
  await create({ phone_number: '+12025550104' });
  const message = { userId: 7, campaignId: 4001 };
  expect(deps.queue.sent).toEqual([{ queue: 'dial-campaign', message, options: { groupId: '7' } }]);
});
