import { expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/create-campaign.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, OUTBOUND, userId } from '#test/support/in-memory/service.ts';

// Its fields, their defaults and their faults are in test/api/rows/campaigns.ts and fields.ts.
it.each([
  { allowed: 50, asked: 50, status: 201 },
  { allowed: 50, asked: 51, status: 422 },
  { allowed: 2, asked: 10, status: 201 },
])('answers $status to $asked calls in parallel where ops allow $allowed', async ({ allowed, asked, status }) => {
  const deps = campaignDeps({ campaigns: [] });
  await deps.users.setCallsAllowed(userId, allowed);
  const body = { name: 'Spring reminders', assistant_id: OUTBOUND, max_calls_in_parallel: asked };
  expect(await askerOf(handler.with(deps))({ body })).toMatchObject({ status });
});

it.each([
  ['21:00', '22:30', 422],
  ['05:00', '07:59', 422],
  ['22:00', '02:00', 422],
  ['20:59', '21:30', 201],
  ['07:00', '08:00', 201],
  ['22:00', '08:00', 201],
  ['20:00', '02:00', 201],
])('answers to hours from %s to %s where calls are allowed from 08:00 to 21:00: %i', async (start, end, status) => {
  const deps = campaignDeps({ campaigns: [] });
  Object.assign(deps.callingHours, { start: 8 * 60, end: 21 * 60 });
  const hours = { allowed_hours_start_time: start, allowed_hours_end_time: end };
  const answer = await askerOf(handler.with(deps))({ body: { name: 'Late', assistant_id: OUTBOUND, ...hours } });
  expect(answer.status).toBe(status);
  if (status !== 422) return;
  const sentence = 'The allowed hours start time must leave a time between 08:00 and 21:00, when campaigns may call.';
  expect(answer.body).toMatchObject({ errors: { allowed_hours_start_time: [sentence] } });
});

const body = { name: 'Spring reminders', assistant_id: OUTBOUND };
const headers = { 'idempotency-key': 'key-1' };

it('makes one campaign of a request that is repeated under its key', async () => {
  const campaigns: Campaign[] = [];
  const ask = askerOf(handler.with(campaignDeps({ campaigns })));
  const { status, body: answer } = await ask({ body, headers });
  expect(await ask({ body, headers })).toMatchObject({ status, body: answer });
  expect(campaigns).toHaveLength(1);
  expect(await ask({ body: { ...body, name: 'Others' }, headers })).toMatchObject({ status: 409 });
});

it('answers with the campaign that a run has stored before it died', async () => {
  const campaigns: Campaign[] = [];
  const deps = campaignDeps({ campaigns });
  const { add } = deps.campaigns;
  deps.campaigns.add = async (campaign) => {
    await add(campaign);
    deps.campaigns.add = add;
    throw new Error('the connection is gone');
  };
  const ask = askerOf(handler.with(deps));
  expect(await ask({ body, headers })).toMatchObject({ status: 500 });
  expect(await ask({ body, headers })).toMatchObject({ status: 201, body: { data: { id: campaigns[0]!.id } } });
  expect(campaigns).toHaveLength(1);
});

it('takes the next id when another campaign has the one that the key reserves', async () => {
  const campaigns: Campaign[] = [];
  const deps = campaignDeps({ campaigns });
  const drawn = [500, 500];
  deps.ids.recordId = () => drawn.shift()!;
  const ask = askerOf(handler.with(deps));
  await ask({ body, headers });
  await ask({ body, headers: { 'idempotency-key': 'key-2' } });
  expect(campaigns.map(({ id }) => id)).toEqual([500, 501]);
});

it('answers 409 when the user has as many campaigns as the list can show', async () => {
  const deps = campaignDeps({ campaigns: [] });
  deps.campaigns.add = async () => 'too_many';
  const message = 'The account has 1,000 campaigns. Delete one first.';
  expect(await askerOf(handler.with(deps))({ body })).toEqual({ status: 409, body: { message } });
});
