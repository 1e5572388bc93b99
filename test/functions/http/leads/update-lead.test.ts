import { expect, it } from 'vitest';
import { handler } from '#functions/http/leads/update-lead.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps } from '#test/support/in-memory/service.ts';

const updated = { status: 200, body: { message: 'Lead updated successfully' } };
const notFound = { status: 404, body: { message: 'Lead not found' } };
const invalid = (errors: object) => ({ status: 422, body: { message: 'Validation failed', errors } });
const taken = invalid({ phone_number: ['The phone number has already been taken.'] });

async function setup(changes: Partial<Lead> = {}) {
  const before = buildLead({ contactIds: [6101], ...changes });
  const other = buildLead({ id: 6002, phoneNumber: '+12025550199' });
  const deps = campaignDeps({
    campaigns: [buildCampaign(), buildCampaign({ id: 4002 })],
    leads: [structuredClone(before), other],
    contacts: [buildSecondaryContact()],
  });
  const ask = askerOf(handler.with(deps));
  const put = (body: unknown) => ask({ id: before.id, body });
  return { before, deps, put, stored: () => deps.leads.get(7, before.id) };
}

it('answers 200, changes what was sent and nothing else, and wakes the dialer', async () => {
  const { before, deps, put, stored } = await setup();
  expect(await put({ status: 'completed' })).toEqual(updated);
  expect(await stored()).toEqual({ ...before, status: 'completed', updatedAt: deps.clock.now(), version: 2 });
  const message = { userId: 7, campaignId: 4001 };
  expect(deps.queue.sent).toEqual([{ queue: 'dial-campaign', message, options: { groupId: '7' } }]);
});

it.each([
  [{ campaign_id: 4002 }, { campaignId: 4002 }],
  [{ phone_number: ' +1 202 555 0111 ' }, { phoneNumber: '+12025550111' }],
  [{ phone_number: '+1 202 555 0101' }, { phoneNumber: '+12025550101' }],
  [
    { campaign_id: 4002, phone_number: '+12025550199', status: 'created' },
    { campaignId: 4002, phoneNumber: '+12025550199', status: 'created' },
  ],
])('turns %j into %j', async (sent, after) => {
  const { put, stored } = await setup({ status: 'completed' });
  expect(await put(sent)).toEqual(updated);
  expect(await stored()).toMatchObject(after);
});

it.each([
  [{ email: 'ada@example.com' }, { customer_name: 'Ada', email: 'ada@example.com', age: 36 }],
  [
    { customer_name: 'Charles', age: null },
    { customer_name: 'Charles', age: null },
  ],
  [[], { customer_name: 'Ada', age: 36 }],
  [['x'], { customer_name: 'Ada', age: 36, 0: 'x' }],
])('merges %j into the variables', async (variables, after) => {
  const { put, stored } = await setup({ variables: { customer_name: 'Ada', age: 36 } });
  expect(await put({ variables })).toEqual(updated);
  expect((await stored())?.variables).toEqual(after);
});

it('keeps the variables of twenty updates at once', async () => {
  const { put, stored } = await setup({ variables: {} });
  const keys = Array.from({ length: 20 }, (_, index) => `key${index}`);
  await Promise.all(keys.map((key) => put({ variables: { [key]: 1 } })));
  expect(Object.keys((await stored())!.variables).toSorted()).toEqual(keys.toSorted());
});

it('answers 422 when the merged variables grow beyond what an item holds', async () => {
  const { put, stored, before } = await setup({ variables: { a: 'x'.repeat(40_000) } });
  const variables = ['The variables must have at most 65,536 characters of JSON; these are 80,015.'];
  expect(await put({ variables: { b: 'x'.repeat(40_000) } })).toEqual(invalid({ variables }));
  expect(await stored()).toEqual(before);
  expect(await put({ variables: { a: 'x'.repeat(40_000) } })).toEqual(updated);
});

it.each([
  ['of another lead', '+12025550199'],
  ['of its own secondary contact', '+12025550102'],
])('answers 422 to the number %s, and changes nothing', async (_, phone_number) => {
  const { put, stored, before } = await setup();
  expect(await put({ phone_number, status: 'completed' })).toEqual(taken);
  expect(await stored()).toEqual(before);
});

it('answers 404 once the campaign of the lead is deleted', async () => {
  const { deps, put } = await setup();
  await deps.campaigns.markDeleted(7, 4001);
  expect(await put({ status: 'completed' })).toEqual(notFound);
});
