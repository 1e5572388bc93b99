import { expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/create-campaign.ts';
import { campaignDeps, OUTBOUND, userId } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

// Its fields, their defaults and their faults are in test/api/rows/campaigns.ts and fields.ts.
it.each([
  { allowed: 50, asked: 50, status: 201 },
  { allowed: 50, asked: 51, status: 422 },
  { allowed: 2, asked: 10, status: 201 },
])('answers $status to $asked calls in parallel where ops allow $allowed', async ({ allowed, asked, status }) => {
  const deps = await campaignDeps({ campaigns: [] });
  await deps.users.setCallsAllowed(userId, allowed);
  const body = { name: 'Spring reminders', assistant_id: OUTBOUND, max_calls_in_parallel: asked };
  expect(await askerOf(handler.with(deps))({ body })).toMatchObject({ status });
});
