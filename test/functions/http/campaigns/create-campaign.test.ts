import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/create-campaign.ts';
import { campaignDeps, INBOUND, OUTBOUND, userId } from '#test/support/campaign-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

const request = { name: 'Spring reminders', assistant_id: OUTBOUND };

async function setup() {
  const deps = await campaignDeps({ campaigns: [] });
  const endpoint = handler.with(deps);
  const post = async (body: Record<string, unknown>) => readResponse(await endpoint(httpEvent({ body })));
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
  it('answers 201 with a draft that has the defaults, in the time zone of its assistant', async () => {
    const { post, stored } = await setup();
    const { status, body } = await post(request);
    const [campaign] = await stored();
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        message: 'Campaign created successfully',
        data: {
          id: campaign?.id,
          ...request,
          status: 'draft',
          stopped_reason: null,
          timezone: 'Europe/Berlin',
          max_calls_in_parallel: 3,
          mark_complete_when_no_leads: true,
          allowed_hours_start_time: '00:00:00',
          allowed_hours_end_time: '23:59:00',
          allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
          max_retries: 3,
          retry_interval: 60,
          retry_on_voicemail: false,
          retry_on_goal_incomplete: false,
          goal_completion_variable: null,
          phone_number_ids: [],
          created_at: '2026-06-30T11:53:20.000000Z',
          updated_at: '2026-06-30T11:53:20.000000Z',
        },
      },
    });
    expect(campaign).toMatchObject({ userId, version: 1, allowedHoursEnd: '23:59' });
  });

  it('keeps everything that is sent', async () => {
    const changes = {
      timezone: 'America/New_York',
      max_calls_in_parallel: 10,
      mark_complete_when_no_leads: false,
      max_retries: 5,
      retry_interval: 4320,
      retry_on_voicemail: true,
      retry_on_goal_incomplete: true,
      goal_completion_variable: 'booked',
      phone_number_ids: [2, 1],
    };
    const { create } = await setup();
    expect(await create(changes)).toMatchObject(changes);
  });

  it('shows hours with seconds, and takes them with or without', async () => {
    const { create } = await setup();
    const hours = { allowed_hours_start_time: '09:30', allowed_hours_end_time: '17:00:00' };
    expect(await create(hours)).toMatchObject({
      allowed_hours_start_time: '09:30:00',
      allowed_hours_end_time: '17:00:00',
    });
  });

  it('puts days in order, each of them once', async () => {
    const { create } = await setup();
    const allowed_days = ['friday', 'monday', 'friday'];
    expect(await create({ allowed_days })).toMatchObject({ allowed_days: ['monday', 'friday'] });
  });

  it.each([null, ''])('takes %j as not sent', async (nothing) => {
    const { create } = await setup();
    const fields = ['timezone', 'max_calls_in_parallel', 'allowed_days', 'allowed_hours_end_time', 'phone_number_ids'];
    const sent = Object.fromEntries(fields.map((field) => [field, nothing]));
    expect(await create(sent)).toMatchObject({ timezone: 'Europe/Berlin', max_calls_in_parallel: 3 });
  });

  it.each([INBOUND, 2003, 999, 0, -1])('answers 404 to the assistant %s', async (assistant_id) => {
    const { post, stored } = await setup();
    expect(await post({ ...request, assistant_id })).toEqual({
      status: 404,
      body: { message: 'Assistant not found' },
    });
    expect(await stored()).toEqual([]);
  });

  it('answers 422 with all missing fields', async () => {
    const { post } = await setup();
    expect(await post({})).toEqual(
      invalid({ name: 'The name field is required.', assistant_id: 'The assistant id field is required.' }),
    );
  });

  it.each([
    ['name', 'x'.repeat(256), 'The name must not be greater than 255 characters.'],
    ['name', 5, 'The name must be a string.'],
    ['assistant_id', '2001', 'The assistant id must be an integer.'],
    ['timezone', 'Mars/Olympus', 'The timezone must be a valid timezone.'],
    ['max_calls_in_parallel', 0, 'The max calls in parallel must be between 1 and 10.'],
    ['max_calls_in_parallel', 11, 'The max calls in parallel must be between 1 and 10.'],
    ['max_calls_in_parallel', 1.5, 'The max calls in parallel must be an integer.'],
    ['allowed_hours_start_time', '24:00', 'The allowed hours start time format is invalid.'],
    ['allowed_hours_end_time', '9:00', 'The allowed hours end time format is invalid.'],
    ['allowed_hours_end_time', '00:00', 'The selected allowed hours end time is invalid.'],
    ['allowed_hours_end_time', 900, 'The allowed hours end time must be a string.'],
    ['allowed_days', 'monday', 'The allowed days must be an array.'],
    ['allowed_days', [], 'The selected allowed days is invalid.'],
    ['max_retries', 0, 'The max retries must be between 1 and 5.'],
    ['max_retries', 6, 'The max retries must be between 1 and 5.'],
    ['retry_interval', 9, 'The retry interval must be between 10 and 4320.'],
    ['retry_interval', 4321, 'The retry interval must be between 10 and 4320.'],
    ['retry_on_voicemail', 'yes', 'The retry on voicemail field must be true or false.'],
    ['retry_on_goal_incomplete', true, 'The goal completion variable field is required.', 'goal_completion_variable'],
    ['goal_completion_variable', 'unknown', 'The selected goal completion variable is invalid.'],
    ['phone_number_ids', 1, 'The phone number ids must be an array.'],
    ['phone_number_ids', [1, 3], 'The selected phone number ids.1 is invalid.', 'phone_number_ids.1'],
    ['phone_number_ids', [1, 2, 1], 'The selected phone number ids.2 is invalid.', 'phone_number_ids.2'],
    ['phone_number_ids', [1, '2'], 'The phone number ids.1 must be an integer.', 'phone_number_ids.1'],
    ['allowed_days', ['monday', 'Sonntag'], 'The selected allowed days.1 is invalid.', 'allowed_days.1'],
  ])('answers 422 to %s %j', async (field, value, sentence, path: string = field) => {
    const { post, stored } = await setup();
    expect(await post({ ...request, [field]: value })).toEqual(invalid({ [path]: sentence }));
    expect(await stored()).toEqual([]);
  });

  it('reports the faults of the form together with those that need a look at the records', async () => {
    const { post } = await setup();
    expect(await post({ assistant_id: OUTBOUND, max_calls_in_parallel: 99, phone_number_ids: [3] })).toEqual(
      invalid({
        name: 'The name field is required.',
        max_calls_in_parallel: 'The max calls in parallel must be between 1 and 10.',
        'phone_number_ids.0': 'The selected phone number ids.0 is invalid.',
      }),
    );
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
