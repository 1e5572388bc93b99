import * as v from 'valibot';
import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, dataInvalid, foreignIds, strangersAssistant } from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';

const CREATE = 'POST /user/campaigns';
const LIST = 'GET /user/campaigns';
const UPDATE_STATUS = 'POST /user/campaigns/update-status';
const DELETE = 'DELETE /user/campaign/{id}';
const FROM = 'existing clients; the public service';

async function createCampaign(world: World, changes: Record<string, unknown> = {}): Promise<number> {
  const assistant_id = await createAssistant(world);
  const body = { name: 'Spring', assistant_id, mark_complete_when_no_leads: false, ...changes };
  const answer = await world.ask<{ data: { id: number } }>(CREATE, { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.data.id;
}

async function started(world: World): Promise<number> {
  const campaign_id = await createCampaign(world);
  expect(await world.ask(UPDATE_STATUS, { body: { campaign_id, action: 'start' } })).toMatchObject({ status: 200 });
  return campaign_id;
}

const asStranger = (world: World): World => ({
  ...world,
  customer: world.stranger,
  ask: (endpoint, asked) => world.ask(endpoint, { ...asked, token: world.stranger.token }),
});

const createRows = [
  row({
    sentence: 'A campaign is created as a draft, with the defaults of existing clients',
    from: FROM,
    endpoint: CREATE,
    status: 201,
    given: createAssistant,
    ask: (assistant_id) => ({ body: { name: ' Spring ', assistant_id } }),
    shape: v.strictObject({ message: v.literal('Campaign created successfully'), data: shapes.campaignRecord }),
    part: (assistant_id) => ({
      data: {
        name: 'Spring',
        assistant_id,
        status: 'draft',
        max_calls_in_parallel: 3,
        allowed_hours_start_time: '00:00:00',
        allowed_hours_end_time: '23:59:00',
        allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        max_retries: 3,
        retry_interval: 60,
        mark_complete_when_no_leads: true,
      },
    }),
  }),
  row({
    sentence: 'It keeps the rules that are sent',
    from: FROM,
    endpoint: CREATE,
    status: 201,
    given: createAssistant,
    ask: (assistant_id, { customer }) => ({
      body: {
        name: 'All',
        assistant_id,
        timezone: 'America/New_York',
        max_calls_in_parallel: 10,
        allowed_hours_start_time: '09:00',
        allowed_hours_end_time: '17:30',
        allowed_days: ['monday', 'friday'],
        max_retries: 5,
        retry_interval: 4320,
        retry_on_voicemail: true,
        retry_on_goal_incomplete: true,
        goal_completion_variable: 'status',
        phone_number_ids: [customer.numbers.normal.id],
      },
    }),
    part: {
      data: {
        timezone: 'America/New_York',
        allowed_hours_start_time: '09:00:00',
        allowed_hours_end_time: '17:30:00',
        allowed_days: ['monday', 'friday'],
        max_retries: 5,
        retry_interval: 4320,
        retry_on_voicemail: true,
        goal_completion_variable: 'status',
      },
    },
  }),
  row({
    sentence: "The assistant is an outbound one of the user's",
    from: FROM,
    endpoint: CREATE,
    status: 404,
    given: async (world) => [
      await createAssistant(world, { calls_direction: 'receive', phone_number_id: null }),
      await strangersAssistant(world),
      999_999,
    ],
    ask: (ids) => ids.map((assistant_id) => ({ body: { name: 'Spring', assistant_id } })),
    body: { message: 'Assistant not found' },
  }),
  row({
    sentence: 'name and assistant_id are required',
    from: FROM,
    endpoint: CREATE,
    status: 422,
    ask: () => [{ body: {} }, { body: { name: ' ', assistant_id: null } }],
    body: dataInvalid({ name: 'The name field is required.', assistant_id: 'The assistant id field is required.' }),
  }),
  ...[
    ['max_calls_in_parallel', 11, 'The max calls in parallel must be between 1 and 10.'],
    ['max_retries', 6, 'The max retries must be between 1 and 5.'],
    ['retry_interval', 9, 'The retry interval must be between 10 and 4320.'],
    ['allowed_hours_start_time', '9:00', 'The allowed hours start time format is invalid.'],
    ['timezone', 'Mars/Olympus', 'The timezone must be a valid timezone.'],
    ['goal_completion_variable', 'unknown', 'The selected goal completion variable is invalid.'],
  ].map(([field, value, sentence]) =>
    row({
      sentence: `${field} is refused as ${JSON.stringify(value)}`,
      from: FROM,
      endpoint: CREATE,
      status: 422,
      given: createAssistant,
      ask: (assistant_id) => ({ body: { name: 'Spring', assistant_id, [String(field)]: value } }),
      body: dataInvalid({ [String(field)]: String(sentence) }),
    }),
  ),
  row({
    sentence: 'Every number to call from is one of the user, once',
    from: FROM,
    endpoint: CREATE,
    status: 422,
    given: createAssistant,
    ask: (assistant_id, { customer, stranger }) => ({
      body: {
        name: 'Spring',
        assistant_id,
        phone_number_ids: [stranger.numbers.normal.id, customer.numbers.normal.id, customer.numbers.normal.id],
      },
    }),
    body: dataInvalid({
      'phone_number_ids.0': 'The selected phone number ids.0 is invalid.',
      'phone_number_ids.2': 'The selected phone number ids.2 is invalid.',
    }),
  }),
];

const listRows = [
  row({
    sentence: 'Campaigns are listed newest first in a bare array, and none of anybody else',
    from: FROM,
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: createCampaign,
    shape: v.array(shapes.campaignRecord),
    after: ({ body }, id, { customer }) => {
      expect((body as Array<{ id: number }>).map((one) => one.id)).toEqual([id, customer.campaign.id]);
    },
  }),
];

const statusRows = [
  row({
    sentence: 'A campaign is started',
    from: FROM,
    endpoint: UPDATE_STATUS,
    status: 200,
    given: createCampaign,
    ask: (campaign_id) => ({ body: { campaign_id, action: 'start' } }),
    body: (campaign_id: number) => ({
      message: 'Campaign started successfully.',
      success: true,
      data: { campaign_id, status: 'in-progress' },
    }),
  }),
  row({
    sentence: 'A campaign is stopped, and can be started again',
    from: FROM,
    endpoint: UPDATE_STATUS,
    status: 200,
    given: started,
    ask: (campaign_id) => [
      { body: { campaign_id, action: 'stop' } },
      { body: { campaign_id, action: 'start' } },
      { body: { campaign_id, action: 'stop' } },
    ],
  }),
  row({
    sentence: 'What runs is not started, and what does not run is not stopped',
    from: FROM,
    endpoint: UPDATE_STATUS,
    status: 400,
    given: async (world) => [await started(world), await createCampaign(world)],
    ask: ([running, draft]) => [
      { body: { campaign_id: running, action: 'start' } },
      { body: { campaign_id: draft, action: 'stop' } },
    ],
  }),
  row({
    sentence: 'Without an assistant it is not started',
    from: FROM,
    endpoint: UPDATE_STATUS,
    status: 400,
    ask: (_, { customer }) => ({ body: { campaign_id: customer.campaign.id, action: 'start' } }),
  }),
  row({
    sentence: "The campaign exists and is the user's",
    from: FROM,
    endpoint: UPDATE_STATUS,
    status: 404,
    ask: (_, { stranger }) =>
      [999_999, 0, -1, stranger.campaign.id].map((campaign_id) => ({ body: { campaign_id, action: 'start' } })),
    body: { message: 'Campaign not found' },
  }),
  row({
    sentence: 'action is start or stop',
    from: FROM,
    endpoint: UPDATE_STATUS,
    status: 422,
    ask: (_, { customer }) =>
      ['pause', 'START', 5, {}].map((action) => ({ body: { campaign_id: customer.campaign.id, action } })),
    body: dataInvalid({ action: 'The selected action is invalid.' }),
  }),
];

const deleteRows = [
  row({
    sentence: 'A campaign is deleted, running or not, and its leads are gone with it',
    from: FROM,
    endpoint: DELETE,
    status: 200,
    isFresh: true,
    given: async (world) => {
      const campaign_id = await createCampaign(world);
      const lead = { campaign_id, phone_number: '+12025550177' };
      expect(await world.ask('POST /user/leads', { body: lead })).toMatchObject({ status: 200 });
      return campaign_id;
    },
    ask: (id) => ({ id }),
    body: { message: 'Campaign deleted successfully' },
    after: async (_, id, world) => {
      expect(await world.ask(DELETE, { id })).toMatchObject({ status: 404 });
      const leads = await world.ask<{ total: number }>('GET /user/leads', { query: `campaign_id=${id}` });
      expect(leads.body.total).toBe(0);
    },
  }),
  row({
    sentence: 'The campaign exists',
    from: FROM,
    endpoint: DELETE,
    status: 404,
    ask: () => foreignIds.map((id) => ({ id })),
    body: { message: 'Campaign not found' },
  }),
  row({
    sentence: "The campaign is the user's",
    from: FROM,
    endpoint: DELETE,
    status: 404,
    given: (world) => createCampaign(asStranger(world)),
    ask: (id) => ({ id }),
    body: { message: 'Campaign not found' },
  }),
];

export const campaignRows = [...createRows, ...listRows, ...statusRows, ...deleteRows];
