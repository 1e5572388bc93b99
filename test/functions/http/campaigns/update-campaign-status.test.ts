import { expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/update-campaign-status.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import { buildCampaign } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, INBOUND, OUTBOUND, userId } from '#test/support/in-memory/service.ts';

const campaignId = 4001;
const woken = [{ queue: 'dial-campaign', message: { userId, campaignId }, options: { groupId: '7' } }];

async function setup(changes: Partial<Campaign> = {}) {
  const deps = campaignDeps({ campaigns: [buildCampaign({ assistantId: OUTBOUND, ...changes })] });
  const ask = askerOf(handler.with(deps));
  const act = (action: string, more: object = {}) => ask({ body: { campaign_id: campaignId, action, ...more } });
  const campaign = () => deps.campaigns.get(userId, campaignId);
  return { deps, act, campaign };
}

it.each([
  { from: 'draft', action: 'start', becomes: 'in-progress' },
  { from: 'stopped', action: 'start', becomes: 'in-progress' },
  { from: 'completed', action: 'start', becomes: 'in-progress' },
  { from: 'in-progress', action: 'stop', becomes: 'stopped' },
] as const)('turns $from into $becomes on $action, and tells the dialer', async ({ from, action, becomes }) => {
  const { deps, act, campaign } = await setup({ status: from, stoppedReason: 'insufficient_balance' });
  expect(await act(action)).toMatchObject({ status: 200, body: { data: { status: becomes } } });
  expect(await campaign()).toMatchObject({ status: becomes, stoppedReason: null, version: 2 });
  expect(deps.queue.sent).toEqual(woken);
});

const noAssistant = 'The campaign has no active outbound assistant.';

interface Refusal {
  before: Partial<Campaign>;
  balance?: number;
  action: 'start' | 'stop';
  message: string;
  tells: object[];
}

it.each<Refusal>([
  { before: { status: 'in-progress' }, action: 'start', message: 'The campaign is in progress already.', tells: woken },
  { before: { status: 'draft' }, action: 'stop', message: 'The campaign is not in progress.', tells: woken },
  { before: { status: 'completed' }, action: 'stop', message: 'The campaign is not in progress.', tells: woken },
  { before: { assistantId: null }, action: 'start', message: noAssistant, tells: [] },
  { before: { assistantId: INBOUND }, action: 'start', message: noAssistant, tells: [] },
  { before: { assistantId: 999 }, action: 'start', message: noAssistant, tells: [] },
  { before: {}, balance: 0, action: 'start', message: 'Insufficient balance', tells: [] },
])('answers 400 to a $action of $before: $message', async ({ before, balance = 1, action, message, tells }) => {
  const { deps, act, campaign } = await setup(before);
  deps.calls.state.wallets.set(userId, { balance, available: balance });
  expect(await act(action)).toEqual({ status: 400, body: { message } });
  expect(await campaign()).toMatchObject({ ...before, version: 1 });
  expect(deps.queue.sent).toEqual(tells);
});

it('hangs up with the stop or after it, and not any more when it is started again', async () => {
  const { deps, act, campaign } = await setup({ status: 'in-progress' });
  const hangUp = () => act('stop', { hang_up: true });
  expect(await act('stop')).toMatchObject({ status: 200 });
  expect(await campaign()).toMatchObject({ status: 'stopped', hangsUp: false });
  expect(await hangUp()).toMatchObject({ status: 200, body: { data: { status: 'stopped' } } });
  expect(await campaign()).toMatchObject({ status: 'stopped', hangsUp: true });
  deps.queue.sent.length = 0;
  expect(await hangUp()).toMatchObject({ status: 400 });
  // An earlier request may have crashed before it woke the dialler.
  expect(deps.queue.sent).toEqual(woken);
  await act('start');
  expect(await campaign()).toMatchObject({ status: 'in-progress', hangsUp: false });
  expect(await hangUp()).toMatchObject({ status: 200 });
  expect(await campaign()).toMatchObject({ status: 'stopped', hangsUp: true });
});

it('keeps the reason for which the service has stopped a campaign, whose user then has its calls hung up', async () => {
  const { act, campaign } = await setup({ status: 'stopped', stoppedReason: 'carrier_failures' });
  expect(await act('stop', { hang_up: true })).toMatchObject({ status: 200 });
  expect(await campaign()).toMatchObject({ stoppedReason: 'carrier_failures', hangsUp: true });
});

it('starts a campaign whose money is held by calls: it waits for what they return', async () => {
  const { deps, act } = await setup();
  deps.calls.state.wallets.set(userId, { balance: 1_000_000, available: 0 });
  expect(await act('start')).toMatchObject({ status: 200, body: { data: { status: 'in-progress' } } });
});

it('lets one of two starts at once through', async () => {
  const { act, campaign } = await setup();
  const answers = await Promise.all([act('start'), act('start')]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  expect(await campaign()).toMatchObject({ version: 2 });
});
