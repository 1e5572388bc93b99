import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/do-not-call/add-do-not-call-entry.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';
import { buildLead } from '#test/support/builders.ts';

const phone_number = '+12025550101';

async function setup(leads: Lead[] = []) {
  const deps = await campaignDeps({ leads });
  const ask = askerOf(handler.with(deps));
  const post = (body: unknown) => ask({ body });
  const statusOf = async (id: number) => (await deps.leads.get(userId, id))?.status;
  return { deps, post, statusOf };
}

const answer = (reason: string | null) => ({
  status: 200,
  body: {
    message: 'Number added to the do-not-call list',
    data: { phone_number, source: 'api', reason, created_at: '2026-06-30 11:53:20' },
  },
});

describe('POST /user/do-not-call', () => {
  it('answers 200 with the entry, its number normalised', async () => {
    const { deps, post } = await setup();
    expect(await post({ phone_number: ' +1 (202) 555-0101', reason: 'Asked us to.' })).toEqual(answer('Asked us to.'));
    await expect(deps.doNotCall.has(userId, phone_number)).resolves.toBe(true);
  });

  it.each([{}, { reason: null }, { reason: ' ' }])('takes %j as no reason', async (reason) => {
    const { post } = await setup();
    expect(await post({ phone_number, ...reason })).toEqual(answer(null));
  });

  it('keeps the entry of a number that is on the list', async () => {
    const { deps, post } = await setup();
    await deps.doNotCall.add({ userId, phoneNumber: phone_number, source: 'sms', reason: 'STOP', createdAt: 0 });
    expect(await post({ phone_number, reason: 'Again.' })).toMatchObject({
      status: 200,
      body: { data: { source: 'sms', reason: 'STOP', created_at: '1970-01-01 00:00:00' } },
    });
  });

  it('closes the leads that wait to be called on it, in every campaign, and tells the dialer', async () => {
    const dialing = { ...buildLead().dialing, attempts: 1, nextAttemptAt: 5 };
    const { deps, post, statusOf } = await setup([
      buildLead({ id: 1 }),
      buildLead({ id: 2, campaignId: 4002, status: 'rescheduled', dialing }),
      buildLead({ id: 3, campaignId: 4003, status: 'completed' }),
      buildLead({ id: 4, phoneNumber: '+12025550199' }),
      buildLead({ id: 5, userId: 8 }),
    ]);
    await post({ phone_number });
    const statuses = await Promise.all([1, 2, 3, 4].map(statusOf));
    expect(statuses).toEqual(['blacklisted', 'blacklisted', 'completed', 'created']);
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

  it('leaves a lead that is being called to the dialer', async () => {
    const { post, statusOf } = await setup([buildLead({ id: 1, status: 'processing' })]);
    await post({ phone_number });
    expect(await statusOf(1)).toBe('processing');
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
});
