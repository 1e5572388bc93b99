import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/update-campaign-status.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import { buildCampaign, buildLead } from '#test/support/builders.ts';
import { campaignDeps, INBOUND, OUTBOUND, userId } from '#test/support/campaign-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

const campaignId = 4001;
const woken = [{ queue: 'dial-campaign', message: { userId, campaignId }, options: { groupId: '7' } }];

async function setup(changes: Partial<Campaign> = {}, leads: Lead[] = [buildLead()]) {
  const deps = await campaignDeps({ campaigns: [buildCampaign({ assistantId: OUTBOUND, ...changes })], leads });
  const post = async (body: unknown, by = userId) =>
    readResponse(await handler.with(deps)(httpEvent({ body, userId: by })));
  const act = (action: string) => post({ campaign_id: campaignId, action });
  const campaign = () => deps.campaigns.get(userId, campaignId);
  return { deps, post, act, campaign };
}

const refused = (message: string) => ({ status: 400, body: { message } });

describe('POST /user/campaigns/update-status', () => {
  it.each(['draft', 'stopped', 'completed'] as const)(
    'starts a campaign that is %s, and tells the dialer',
    async (status) => {
      const { deps, act, campaign } = await setup({ status, stoppedReason: 'insufficient_balance' });
      expect(await act('start')).toEqual({
        status: 200,
        body: {
          message: 'Campaign started successfully.',
          success: true,
          data: { campaign_id: campaignId, status: 'in-progress' },
        },
      });
      expect(await campaign()).toMatchObject({ status: 'in-progress', stoppedReason: null, version: 2 });
      expect(deps.queue.sent).toEqual(woken);
    },
  );

  it('stops one that is in progress, and tells the dialer', async () => {
    const { deps, act, campaign } = await setup({ status: 'in-progress' });
    expect(await act('stop')).toEqual({
      status: 200,
      body: {
        message: 'Campaign stopped successfully.',
        success: true,
        data: { campaign_id: campaignId, status: 'stopped' },
      },
    });
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

  it.each([4002, 0, -1])('answers 404 to the campaign %s', async (campaign_id) => {
    const { post } = await setup();
    expect(await post({ campaign_id, action: 'start' })).toEqual({
      status: 404,
      body: { message: 'Campaign not found' },
    });
  });

  it("answers 404 to another user's campaign, and leaves it alone", async () => {
    const { post, campaign } = await setup();
    expect((await post({ campaign_id: campaignId, action: 'start' }, 6)).status).toBe(404);
    expect(await campaign()).toMatchObject({ status: 'draft' });
  });

  it.each([
    [{}, { campaign_id: ['The campaign id field is required.'], action: ['The action field is required.'] }],
    [{ campaign_id: '1', action: 'start' }, { campaign_id: ['The campaign id must be an integer.'] }],
    [{ campaign_id: campaignId, action: 'pause' }, { action: ['The selected action is invalid.'] }],
  ])('answers 422 to %j', async (body, errors) => {
    const { post } = await setup();
    expect(await post(body)).toEqual({ status: 422, body: { message: 'The given data was invalid.', errors } });
  });
});
