import { expect, it } from 'vitest';
import { handler } from '#functions/http/do-not-call/add-do-not-call-entry.ts';
import { waitingLeadsCloser } from '#shared/campaigns/close-waiting-leads.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { buildLead } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, userId } from '#test/support/in-memory/service.ts';

const phone_number = '+12025550101';

async function setup(leads: Lead[] = []) {
  const base = campaignDeps({ leads });
  const deps = { ...base, closeWaitingLeads: waitingLeadsCloser(base) };
  const ask = askerOf(handler.with(deps));
  const post = (body: unknown) => ask({ body });
  const statusOf = async (id: number) => (await deps.leads.get(userId, id))?.status;
  return { deps, post, statusOf };
}

it.each([{}, { reason: null }, { reason: ' ' }])('takes %j as no reason', async (reason) => {
  const { post } = await setup();
  expect(await post({ phone_number, ...reason })).toMatchObject({ status: 200, body: { data: { reason: null } } });
});

it('closes the leads that wait to be called on it, in every campaign, and tells the dialer', async () => {
  const dialing = { ...buildLead().dialing, attempts: 1, nextAttemptAt: 5 };
  const { deps, post, statusOf } = await setup([
    buildLead({ id: 1 }),
    buildLead({ id: 2, campaignId: 4002, status: 'rescheduled', dialing }),
    buildLead({ id: 3, campaignId: 4003, status: 'completed' }),
    buildLead({ id: 4, phoneNumber: '+12025550199' }),
    buildLead({ id: 5, userId: 8 }),
    buildLead({ id: 6, status: 'processing' }),
  ]);
  await post({ phone_number });
  const statuses = await Promise.all([1, 2, 3, 4, 6].map(statusOf));
  expect(statuses).toEqual(['blacklisted', 'blacklisted', 'completed', 'created', 'processing']);
  await expect(deps.leads.get(8, 5)).resolves.toMatchObject({ status: 'created' });
  await expect(deps.leads.get(userId, 2)).resolves.toMatchObject({
    dialing: { attempts: 1, nextAttemptAt: null, reason: 'do_not_call' },
    version: 2,
  });
  expect(deps.queue.sent.map(({ queue, message }) => [queue, message])).toEqual([
    ['dial-campaign', { userId, campaignId: 4001 }],
    ['dial-campaign', { userId, campaignId: 4002 }],
  ]);
});

it('closes leads that an earlier try did not come to', async () => {
  const { deps, post, statusOf } = await setup([buildLead({ id: 1 })]);
  await deps.doNotCall.add({ userId, phoneNumber: phone_number, source: 'api', reason: null, createdAt: 0 });
  await post({ phone_number });
  expect(await statusOf(1)).toBe('blacklisted');
});

it('looks again at a lead that another request changes meanwhile', async () => {
  const lead = buildLead({ id: 1 });
  const { deps, post, statusOf } = await setup([lead]);
  const { replace } = deps.leads;
  deps.leads.replace = async (before, after) => {
    deps.leads.replace = replace;
    await replace(before, { ...lead, variables: {}, version: 2 });
    return replace(before, after);
  };
  await post({ phone_number });
  expect(await statusOf(1)).toBe('blacklisted');
});
