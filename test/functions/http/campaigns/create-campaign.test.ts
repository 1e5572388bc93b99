import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/create-campaign.ts';
import { campaignDeps, OUTBOUND, userId } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

const request = { name: 'Spring reminders', assistant_id: OUTBOUND };

async function setup() {
  const deps = await campaignDeps({ campaigns: [] });
  const ask = askerOf(handler.with(deps));
  const post = (body: Record<string, unknown>) => ask({ body });
  const create = async (changes: Record<string, unknown> = {}) => {
    const { status, body } = await post({ ...request, ...changes });
    expect({ status, body }).toMatchObject({ status: 201 });
    return (body as { data: Record<string, unknown> }).data;
  };
  const stored = () => deps.campaigns.list(userId);
  return { deps, post, create, stored };
}

const invalid = (errors: Record<string, string>) => ({
  status: 422,
  body: {
    message: 'The given data was invalid.',
    errors: Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]])),
  },
});

describe('POST /user/campaigns', () => {
  it('stores a draft that is not called by anyone yet, and answers with it', async () => {
    const { create, stored } = await setup();
    const data = await create();
    const [campaign] = await stored();
    const time = '2026-06-30T11:53:20.000000Z';
    expect(data).toMatchObject({ ...request, id: campaign?.id, status: 'draft', created_at: time, updated_at: time });
    expect(campaign).toMatchObject({ userId, version: 1, allowedHoursEnd: '23:59' });
  });

  it('reports the faults of the form together with those that need a look at the records', async () => {
    const { post, stored } = await setup();
    expect(await post({ assistant_id: OUTBOUND, max_calls_in_parallel: 99, phone_number_ids: [3] })).toEqual(
      invalid({
        name: 'The name field is required.',
        max_calls_in_parallel: 'The max calls in parallel must be between 1 and 10.',
        'phone_number_ids.0': 'The selected phone number ids.0 is invalid.',
      }),
    );
    expect(await stored()).toEqual([]);
  });

  it('answers 404 to an unknown assistant, whose variables it cannot know, and stores nothing', async () => {
    const { post, stored } = await setup();
    const answer = await post({ ...request, assistant_id: 999, goal_completion_variable: 'booked' });
    expect(answer).toEqual({ status: 404, body: { message: 'Assistant not found' } });
    expect(await stored()).toEqual([]);
  });

  it('lets those whom ops allow more calls have more of them', async () => {
    const { deps, post, create } = await setup();
    await deps.users.setCallsAllowed(userId, 50);
    expect(await create({ max_calls_in_parallel: 50 })).toMatchObject({ max_calls_in_parallel: 50 });
    expect(await post({ ...request, max_calls_in_parallel: 51 })).toEqual(
      invalid({ max_calls_in_parallel: 'The max calls in parallel must be between 1 and 50.' }),
    );
  });

  it('lets those whom ops allow fewer calls write ten all the same', async () => {
    const { deps, create } = await setup();
    await deps.users.setCallsAllowed(userId, 2);
    expect(await create({ max_calls_in_parallel: 10 })).toMatchObject({ max_calls_in_parallel: 10 });
  });
});
