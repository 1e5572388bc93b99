import { expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/update-campaign.ts';
import { buildCampaign } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, OUTBOUND, userId } from '#test/support/in-memory/service.ts';

const id = 4001;

function setup(changes: Partial<ReturnType<typeof buildCampaign>> = {}) {
  const campaign = buildCampaign({ id, userId, assistantId: OUTBOUND, ...changes });
  const deps = campaignDeps({ campaigns: [campaign] });
  const ask = askerOf(handler.with(deps));
  const stored = () => deps.campaigns.get(userId, id);
  return { deps, campaign, stored, update: (body: object) => ask({ id, body }) };
}

it('wakes the dialler, whose hours may be open now', async () => {
  const { deps, update } = setup({ status: 'in-progress' });
  expect((await update({ allowed_hours_start_time: '08:00' })).status).toBe(200);
  expect(deps.queue.sent).toMatchObject([{ queue: 'dial-campaign', message: { userId, campaignId: id } }]);
});

it('keeps the status and what was not sent', async () => {
  const { campaign, stored, update } = setup({ status: 'stopped', stoppedReason: 'calling_hours', maxRetries: 5 });
  await update({ name: 'Summer' });
  const { updatedAt: _, ...before } = campaign;
  expect(await stored()).toMatchObject({ ...before, name: 'Summer', version: campaign.version + 1 });
});

it('checks new hours together with those that stay', async () => {
  const { deps, update, stored, campaign } = setup({ allowedHoursStart: '09:00', allowedHoursEnd: '18:00' });
  Object.assign(deps.callingHours, { start: 8 * 60, end: 21 * 60 });
  expect(await update({ allowed_hours_end_time: '09:00' })).toMatchObject({
    status: 422,
    body: { errors: { allowed_hours_end_time: [expect.any(String)] } },
  });
  expect(await stored()).toEqual(campaign);
});

it('refuses a goal that the assistant does not have, and keeps one that was stored', async () => {
  const { update } = setup({ goalCompletionVariable: 'gone' });
  expect((await update({ name: 'Summer' })).status).toBe(200);
  expect(await update({ goal_completion_variable: 'unknown' })).toMatchObject({ status: 422 });
});

it('changes a campaign whose number is gone, unless the numbers are sent', async () => {
  const { update } = setup({ phoneNumberIds: [999] });
  expect((await update({ max_retries: 2 })).status).toBe(200);
  expect(await update({ phone_number_ids: [999] })).toMatchObject({ status: 422 });
});

it('starts over when another request was faster, and refuses the version that was read before it', async () => {
  const { deps, update, stored } = setup();
  const { replace } = deps.campaigns;
  let conflicts = 0;
  deps.campaigns.replace = async (before, after) => {
    if (conflicts === 0) {
      conflicts += 1;
      await replace(before, { ...before, name: 'Of another tab', version: before.version + 1 });
    }
    return replace(before, after);
  };
  const { version } = (await stored())!;
  expect((await update({ max_retries: 2, if_version: version })).status).toBe(409);
  expect((await update({ max_retries: 2 })).status).toBe(200);
  expect(await stored()).toMatchObject({ name: 'Of another tab', maxRetries: 2 });
});

it.each([{ max_calls_in_parallel: 51 }, { allowed_days: [] }, { name: '' }, { name: null }, { max_retries: 6 }])(
  'refuses %j at its field, and changes nothing',
  async (body) => {
    const { update, stored, campaign } = setup();
    expect(await update(body)).toMatchObject({
      status: 422,
      body: { errors: { [Object.keys(body)[0]!]: expect.anything() } },
    });
    expect(await stored()).toEqual(campaign);
  },
);
