import * as v from 'valibot';
import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, createCampaign, createLead, idsOf } from '#test/api/steps.ts';

const DELETE = 'DELETE /user/campaign/{id}';
const clients = 'existing clients; the public service';

const create = rowsOf('POST /user/campaigns', clients);
const update = rowsOf('PUT /user/campaigns/{id}', 'decisions 10');

const defaults = {
  status: 'draft',
  stopped_reason: null,
  timezone: 'Europe/Berlin',
  max_calls_in_parallel: 3,
  max_retries: 3,
  retry_interval: 60,
  allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  allowed_hours_start_time: '00:00:00',
  allowed_hours_end_time: '23:59:00',
  retry_on_voicemail: false,
  retry_on_goal_incomplete: false,
  goal_completion_variable: null,
  mark_complete_when_no_leads: true,
  phone_number_ids: [],
};

const rules = {
  max_calls_in_parallel: 10,
  max_retries: 5,
  retry_interval: 4320,
  timezone: 'America/New_York',
  retry_on_voicemail: true,
  retry_on_goal_incomplete: true,
  goal_completion_variable: 'status',
};

export const campaignRows = [
  create(201, 'A campaign is created as a draft, with the defaults of existing clients', {
    given: createAssistant,
    ask: (assistant_id) => ({ body: { name: ' Spring ', assistant_id } }),
    shape: v.strictObject({ message: v.literal('Campaign created successfully'), data: shapes.campaignRecord }),
    part: (assistant_id) => ({ data: { ...defaults, name: 'Spring', assistant_id } }),
  }),
  create(201, 'It keeps the rules that are sent, its days in order', {
    given: createAssistant,
    ask: (assistant_id, { customer: { numbers } }) => ({
      body: {
        ...rules,
        name: 'All',
        assistant_id,
        phone_number_ids: [numbers.second.id, numbers.normal.id],
        allowed_hours_start_time: '09:00',
        allowed_hours_end_time: '17:30:00',
        allowed_days: ['friday', 'monday', 'friday'],
      },
    }),
    part: {
      data: {
        ...rules,
        allowed_hours_start_time: '09:00:00',
        allowed_hours_end_time: '17:30:00',
        allowed_days: ['monday', 'friday'],
      },
    },
  }),
  create(201, 'null and an empty text for an optional field are its default', {
    given: createAssistant,
    ask: (assistant_id) =>
      [null, ''].map((none) => {
        const optional = Object.fromEntries(Object.keys(rules).map((field) => [field, none]));
        return { body: { ...optional, name: 'Spring', assistant_id } };
      }),
    part: { data: defaults },
  }),
  create(404, 'The assistant is an outbound one', {
    given: (world) => createAssistant(world, { calls_direction: 'receive', phone_number_id: null }),
    ask: (assistant_id) => ({ body: { name: 'Spring', assistant_id } }),
    body: { message: 'Assistant not found' },
  }),
  rowsOf('GET /user/campaigns', clients)(
    200,
    'Campaigns are listed newest first in a bare array, and none of anybody else',
    {
      isFresh: true,
      given: createCampaign,
      shape: v.array(shapes.campaignRecord),
      after: ({ body }, id, { customer }) => expect(idsOf(body)).toEqual([id, customer.campaign.id]),
    },
  ),
  rowsOf('GET /user/campaigns/{id}', 'decisions 10')(200, 'One campaign has its version besides', {
    given: createCampaign,
    ask: (id) => ({ id }),
    shape: shapes.campaignDetail,
    part: { ...defaults, mark_complete_when_no_leads: false, version: 1 },
  }),
  update(200, 'The fields that are sent are changed, and the others stay as they are', {
    given: createCampaign,
    ask: (id) => ({ id, body: { name: ' Summer ', max_retries: 2, allowed_hours_start_time: '09:00' } }),
    shape: v.strictObject({ message: v.literal('Campaign updated successfully'), data: shapes.campaignDetail }),
    part: {
      data: { max_retries: 2, name: 'Summer', retry_interval: 60, allowed_hours_start_time: '09:00:00', version: 2 },
    },
  }),
  update(200, 'null is the default of a field, and a whole record may be sent back', {
    given: async (world) => {
      const id = await createCampaign(world);
      await world.ask('PUT /user/campaigns/{id}', { id, body: { max_retries: 5, retry_interval: 4320 } });
      const { body } = await world.ask<object>('GET /user/campaigns/{id}', { id });
      return { id, record: body };
    },
    ask: ({ id, record }) => ({ id, body: { ...record, max_retries: null, retry_interval: 20 } }),
    part: { data: { max_retries: 3, retry_interval: 20, version: 3 } },
  }),
  update(409, 'A campaign that was changed after the version that is sent stays as it is', {
    given: async (world) => {
      const id = await createCampaign(world);
      await world.ask('PUT /user/campaigns/{id}', { id, body: { name: 'Of another tab' } });
      return id;
    },
    ask: (id) => ({ id, body: { name: 'Of this tab', if_version: 1 } }),
    body: { message: 'The campaign was changed meanwhile. Read it again.' },
    after: async (_, id, world) => {
      expect(await world.ask('GET /user/campaigns/{id}', { id })).toMatchObject({ body: { name: 'Of another tab' } });
    },
  }),
  update(404, 'The assistant is an outbound one', {
    given: async (world) => ({
      id: await createCampaign(world),
      assistant_id: await createAssistant(world, { calls_direction: 'receive', phone_number_id: null }),
    }),
    ask: ({ id, assistant_id }) => ({ id, body: { assistant_id } }),
    body: { message: 'Assistant not found' },
  }),
  rowsOf('GET /user/campaigns/{id}/check', 'decisions 10')(
    200,
    'A start is checked before it is made: leads, time, cost, and who would not be called',
    {
      given: async (world) => {
        const campaign_id = await createCampaign(world);
        const id = await createLead(world, { campaign_id, phone_number: '+12025550177' });
        await world.ask('POST /user/do-not-call', { body: { phone_number: '+12025550178' } });
        const listed = await createLead(world, { campaign_id, phone_number: '+12025550178' });
        return { campaign_id, id, listed };
      },
      ask: ({ campaign_id }) => ({ id: campaign_id }),
      shape: shapes.startCheck,
      part: ({ listed }) => ({
        total: 2,
        checked: 2,
        never_called: [{ id: listed, phone_number: '+12025550178', reason: 'do_not_call' }],
      }),
    },
  ),
  rowsOf('GET /user/campaigns/{id}/missing-variables', clients)(
    200,
    'The leads of a campaign that have no value for a placeholder are named, newest first, and an empty value is none',
    {
      isFresh: true,
      given: async (world) => {
        const initial_message = 'Hello {customer_name}, this is {{shop}} for {title|you}.';
        const assistant_id = await createAssistant(world, { initial_message, variables: { shop: 'Northwind' } });
        const campaign = { name: 'Spring', assistant_id, mark_complete_when_no_leads: false };
        const { body } = await world.ask<{ data: { id: number } }>('POST /user/campaigns', { body: campaign });
        const campaign_id = body.data.id;
        const ids: number[] = [];
        for (const variables of [{ customer_name: 'Ada' }, {}, { customer_name: ' ' }])
          ids.push(await createLead(world, { campaign_id, variables }));
        return { campaign_id, ids };
      },
      ask: ({ campaign_id, ids }) => [
        { id: campaign_id },
        { id: campaign_id, query: 'before_id=' },
        { id: campaign_id, query: `before_id=${(ids[2] ?? 0) + 1}` },
      ],
      shape: shapes.missingVariables,
      body: ({ ids }) => ({
        data: [ids[2], ids[1]].map((id) => ({
          id,
          phone_number: '+12025550170',
          missing_variables: ['customer_name'],
        })),
        checked: 3,
        total: 3,
        next_before_id: null,
      }),
    },
  ),
  rowsOf('POST /user/campaigns/update-status', clients)(200, 'A campaign is started', {
    given: createCampaign,
    ask: (campaign_id) => ({ body: { campaign_id, action: 'start' } }),
    body: (campaign_id: number) => ({
      message: 'Campaign started successfully.',
      success: true,
      data: { campaign_id, status: 'in-progress' },
    }),
  }),
  rowsOf(DELETE, clients)(200, 'A campaign is deleted, running or not, and its leads are gone with it', {
    isFresh: true,
    given: async (world) => {
      const campaign_id = await createCampaign(world);
      await createLead(world, { campaign_id });
      return campaign_id;
    },
    ask: (id) => ({ id }),
    body: { message: 'Campaign deleted successfully' },
    after: async (_, id, world) => {
      expect(await world.ask(DELETE, { id })).toMatchObject({ status: 404 });
      expect(await world.ask('GET /user/leads', { query: `campaign_id=${id}` })).toMatchObject({ body: { total: 0 } });
    },
  }),
];
