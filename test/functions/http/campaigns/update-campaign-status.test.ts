import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/update-campaign-status.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { buildCampaign, buildLead } from '#test/support/builders.ts';
import { campaignDeps, INBOUND, OUTBOUND, userId } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

const campaignId = 4001;
const woken = [{ queue: 'dial-campaign', message: { userId, campaignId }, options: { groupId: '7' } }];

async function setup(changes: Partial<Campaign> = {}, leads: Lead[] = [buildLead()]) {
  const deps = await campaignDeps({ campaigns: [buildCampaign({ assistantId: OUTBOUND, ...changes })], leads });
  const ask = askerOf(handler.with(deps));
  const act = (action: string, by = userId) => ask({ body: { campaign_id: campaignId, action }, userId: by });
  const campaign = () => deps.campaigns.get(userId, campaignId);
  return { deps, act, campaign };
}

const done = (act: string, status: string) => ({
  status: 200,
  body: { message: `Campaign ${act} successfully.`, success: true, data: { campaign_id: campaignId, status } },
});
const refused = (message: string) => ({ status: 400, body: { message } });

describe('POST /user/campaigns/update-status', () => {
  it.each(['draft', 'stopped', 'completed'] as const)(
    'starts a campaign that is %s, and tells the dialer',
    async (status) => {
      const { deps, act, campaign } = await setup({ status, stoppedReason: 'insufficient_balance' });
      expect(await act('start')).toEqual(done('started', 'in-progress'));
      expect(await campaign()).toMatchObject({ status: 'in-progress', stoppedReason: null, version: 2 });
      expect(deps.queue.sent).toEqual(woken);
    },
  );

  it('stops one that is in progress, and tells the dialer', async () => {
    const { deps, act, campaign } = await setup({ status: 'in-progress' });
    expect(await act('stop')).toEqual(done('stopped', 'stopped'));
    expect(await campaign()).toMatchObject({ status: 'stopped', stoppedReason: null, version: 2 });
    expect(deps.queue.sent).toEqual(woken);
  });

  it('answers 400 to a start while it runs, and tells the dialer again', async () => {
    const { deps, act, campaign } = await setup({ status: 'in-progress' });
    expect(await act('start')).toEqual(refused('The campaign is in progress already.'));
    expect(await campaign()).toMatchObject({ version: 1 });
    expect(deps.queue.sent).toEqual(woken);
  });

  it.each(['draft', 'stopped', 'completed'] as const)('answers 400 to a stop of one that is %s', async (status) => {
    const { act, campaign } = await setup({ status });
    expect(await act('stop')).toEqual(refused('The campaign is not in progress.'));
    expect(await campaign()).toMatchObject({ status, version: 1 });
  });

  it.each([null, INBOUND, 999])('answers 400 to a start with the assistant %s', async (assistantId) => {
    const { deps, act, campaign } = await setup({ assistantId });
    expect(await act('start')).toEqual(refused('The campaign has no active outbound assistant.'));
    expect(await campaign()).toMatchObject({ status: 'draft' });
    expect(deps.queue.sent).toEqual([]);
  });

  it('answers 400 to a start without money', async () => {
    const { deps, act, campaign } = await setup();
    deps.money.wallets.set(userId, { balance: 1_000_000, available: 0 });
    expect(await act('start')).toEqual(refused('Insufficient balance'));
    expect(await campaign()).toMatchObject({ status: 'draft' });
  });

  it.each([true, false])('starts one without leads, which may come later (completes by itself: %s)', async (ends) => {
    const { act } = await setup({ markCompleteWhenNoLeads: ends }, []);
    expect((await act('start')).status).toBe(200);
  });

  it('lets one of two starts at once through', async () => {
    const { act, campaign } = await setup();
    const answers = await Promise.all([act('start'), act('start')]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    expect(await campaign()).toMatchObject({ version: 2 });
  });
});
