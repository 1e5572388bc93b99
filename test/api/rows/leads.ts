import * as v from 'valibot';
import { expect } from 'vitest';
import { leads } from '#shared/runtime/leads.ts';
import { row } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { foreignIds, validationFailed } from '#test/api/steps.ts';
import type { Answer, World } from '#test/api/world.ts';

const CREATE = 'POST /user/leads';
const UPDATE = 'PUT /user/leads/{id}';
const phone_number = '+12025550170';

interface LeadAnswer {
  data: {
    id: number;
    phone_number: string;
    variables: Record<string, unknown>;
    secondary_contacts: Array<{ id: number }>;
  };
}

/** A valid request; every row's customer has one campaign. */
const leadFor = ({ customer }: World, changes: Record<string, unknown> = {}) => ({
  phone_number,
  campaign_id: customer.campaign.id,
  ...changes,
});

async function createLead(world: World, changes: Record<string, unknown> = {}): Promise<LeadAnswer['data']> {
  const { status, body } = await world.ask<LeadAnswer>(CREATE, {
    body: leadFor(world, { allow_dupplicate: true, ...changes }),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

async function strangersLead(world: World): Promise<LeadAnswer['data']> {
  const { stranger } = world;
  const ask: World['ask'] = (endpoint, asked) => world.ask(endpoint, { ...asked, token: stranger.token });
  return createLead({ ...world, customer: stranger, ask });
}

const dataOf = (answer: Answer) => (answer.body as LeadAnswer).data;
const taken = (field: string) =>
  validationFailed({ [field]: `The ${field.replaceAll('_', ' ')} has already been taken.` });

const createRows = [
  row({
    sentence: 'A lead is created with its campaign and its secondary contacts',
    from: 'Create lead; decisions 7',
    endpoint: CREATE,
    status: 200,
    isFresh: true,
    ask: (_, world) => ({
      body: leadFor(world, {
        phone_number: ' +1 (202) 555-0170 ',
        variables: { customer_name: 'Ada', email: 'ada@example.com' },
        secondary_contacts: [
          { phone_number: '+1 202 555 0171', variables: { role: 'office' } },
          { phone_number: '+12025550172' },
        ],
      }),
    }),
    shape: v.strictObject({ message: v.literal('Lead created successfully'), data: shapes.leadRecord }),
    part: {
      data: {
        phone_number,
        status: 'created',
        variables: { customer_name: 'Ada', email: 'ada@example.com' },
        campaign: { name: 'Check-up reminders' },
        secondary_contacts: [
          { phone_number: '+12025550171', variables: { role: 'office' }, status: 'created' },
          { phone_number: '+12025550172', variables: {}, status: 'created' },
        ],
      },
    },
    after: (answer, _, { customer }) => {
      const { id, secondary_contacts: contacts, ...rest } = dataOf(answer);
      expect(new Set([id, ...contacts.map((contact) => contact.id)]).size).toBe(3);
      expect(rest).toMatchObject({ campaign_id: customer.campaign.id, campaign: { id: customer.campaign.id } });
    },
  }),
  row({
    sentence: 'Leads are created under the path that existing clients use, too',
    from: 'decisions 7; existing clients',
    endpoint: CREATE,
    status: 200,
    isFresh: true,
    ask: (_, world) => ({ path: '/user/lead', body: leadFor(world) }),
    part: { message: 'Lead created successfully', data: { secondary_contacts: [], variables: {} } },
  }),
  row({
    sentence: 'phone_number and campaign_id are required',
    from: 'Create lead; decisions 2',
    endpoint: CREATE,
    status: 422,
    ask: () => [{ body: {} }, {}, { body: { phone_number: '', campaign_id: null } }],
    body: validationFailed({
      phone_number: 'The phone number field is required.',
      campaign_id: 'The campaign id field is required.',
    }),
  }),
  row({
    sentence: 'phone_number is a valid number in international format',
    from: 'Create lead; decisions 2',
    endpoint: CREATE,
    status: 422,
    ask: (_, world) =>
      ['2025550170', '+1202', 'nobody', '+999123456789'].map((number) => ({
        body: leadFor(world, { phone_number: number }),
      })),
    body: validationFailed({ phone_number: 'The phone number must be a valid phone number in E.164 format.' }),
  }),
  row({
    sentence: 'phone_number is a text',
    from: 'Create lead; decisions 2',
    endpoint: CREATE,
    status: 422,
    ask: (_, world) =>
      [12_025_550_170, true, [], {}].map((number) => ({ body: leadFor(world, { phone_number: number }) })),
    part: validationFailed({ phone_number: 'The phone number must be a string.' }),
  }),
  row({
    sentence: 'campaign_id is an integer',
    from: 'Create lead; decisions 2',
    endpoint: CREATE,
    status: 422,
    ask: (_, world) => ['1', 1.5, true, [], {}].map((campaign_id) => ({ body: leadFor(world, { campaign_id }) })),
    body: validationFailed({ campaign_id: 'The campaign id must be an integer.' }),
  }),
  row({
    sentence: 'variables is an object',
    from: 'Create lead; decisions 2',
    endpoint: CREATE,
    status: 422,
    ask: (_, world) => ['text', 5, true].map((variables) => ({ body: leadFor(world, { variables }) })),
    body: validationFailed({ variables: 'The variables must be an object.' }),
  }),
  row({
    sentence: 'allow_dupplicate is true or false',
    from: 'Create lead; decisions 2',
    endpoint: CREATE,
    status: 422,
    ask: (_, world) => ['yes', 2, []].map((allow_dupplicate) => ({ body: leadFor(world, { allow_dupplicate }) })),
    body: validationFailed({ allow_dupplicate: 'The allow dupplicate field must be true or false.' }),
  }),
  row({
    sentence: 'secondary_contacts is an array',
    from: 'Create lead; decisions 2',
    endpoint: CREATE,
    status: 422,
    ask: (_, world) => ['text', 5, {}].map((contacts) => ({ body: leadFor(world, { secondary_contacts: contacts }) })),
    body: validationFailed({ secondary_contacts: 'The secondary contacts must be an array.' }),
  }),
  row({
    sentence: 'A secondary contact has a valid number; the faults of all are reported, and nothing is created',
    from: 'Create lead; decisions 2 and 7',
    endpoint: CREATE,
    status: 422,
    isFresh: true,
    ask: (_, world) => ({
      body: leadFor(world, {
        secondary_contacts: [{}, { phone_number: 'x' }, { phone_number: '+12025550171', variables: 5 }],
      }),
    }),
    body: validationFailed({
      'secondary_contacts.0.phone_number': 'The secondary contacts.0.phone number field is required.',
      'secondary_contacts.1.phone_number':
        'The secondary contacts.1.phone number must be a valid phone number in E.164 format.',
      'secondary_contacts.2.variables': 'The secondary contacts.2.variables must be an object.',
    }),
    after: async (_, __, world) => {
      expect(await world.ask(CREATE, { body: leadFor(world) })).toMatchObject({ status: 200 });
    },
  }),
  row({
    sentence: 'Ten secondary contacts can be had',
    from: 'decisions 7',
    endpoint: CREATE,
    status: 200,
    isFresh: true,
    ask: (_, world) => ({ body: leadFor(world, { secondary_contacts: contacts(10) }) }),
    after: (answer) => {
      expect(dataOf(answer).secondary_contacts).toHaveLength(10);
    },
  }),
  row({
    sentence: 'Eleven secondary contacts are too many',
    from: 'decisions 7',
    endpoint: CREATE,
    status: 422,
    ask: (_, world) => ({ body: leadFor(world, { secondary_contacts: contacts(11) }) }),
    after: ({ body }) => {
      expect(Object.keys((body as { errors: object }).errors)).toEqual(['secondary_contacts']);
    },
  }),
  row({
    sentence: "The campaign exists and is the user's",
    from: 'Create lead; decisions 7',
    endpoint: CREATE,
    status: 404,
    ask: (_, world) =>
      [999_999, 0, -1, Number.MAX_SAFE_INTEGER, world.stranger.campaign.id].map((campaign_id) => ({
        body: leadFor(world, { campaign_id }),
      })),
    body: { message: 'Campaign not found' },
  }),
  row({
    sentence: 'A number that the campaign has already is refused, however it is written',
    from: 'decisions 7',
    endpoint: CREATE,
    status: 422,
    isFresh: true,
    given: (world) => createLead(world, { allow_dupplicate: false }),
    ask: (_, world) => [
      { body: leadFor(world) },
      { body: leadFor(world, { phone_number: '+1 202-555-0170', allow_dupplicate: false }) },
    ],
    body: taken('phone_number'),
  }),
  row({
    sentence: 'With allow_dupplicate a number can be in a campaign again',
    from: 'Create lead; decisions 7',
    endpoint: CREATE,
    status: 200,
    isFresh: true,
    given: createLead,
    ask: (_, world) => [true, 1, '1'].map((allow_dupplicate) => ({ body: leadFor(world, { allow_dupplicate }) })),
  }),
];

function contacts(count: number): Array<{ phone_number: string }> {
  return Array.from({ length: count }, (_, index) => ({ phone_number: `+120255502${String(index).padStart(2, '0')}` }));
}

const updateRows = [
  row({
    sentence: 'Only the supplied fields change, and the answer is a message alone',
    from: 'Update lead; decisions 7',
    endpoint: UPDATE,
    status: 200,
    given: createLead,
    ask: ({ id }) => [
      { id, body: { status: 'completed' } },
      { id, body: { status: 'created' } },
      { id, body: { phone_number: '+1 202 555 0179' } },
      { id, body: {} },
      { id, path: `/leads/${id}`, body: { variables: { via: 'the other path' } } },
    ],
    body: { message: 'Lead updated successfully' },
  }),
  row({
    sentence: 'The new campaign may be any of the user',
    from: 'Update lead',
    endpoint: UPDATE,
    status: 200,
    given: createLead,
    ask: ({ id }, { customer }) => ({ id, body: { campaign_id: customer.campaign.id } }),
  }),
  row({
    sentence: 'Any other field is refused by name, before everything else',
    from: 'Update lead; Errors; decisions 7',
    endpoint: UPDATE,
    status: 422,
    given: createLead,
    ask: ({ id }) => [
      { id, body: { nickname: 'x', colour: 'red', status: 'wrong' } },
      { id: 999_999, body: { nickname: 1, status: 'completed', colour: 2 } },
    ],
    body: { message: 'Invalid fields: nickname, colour' },
  }),
  row({
    sentence: 'Fields of the record that are not to be changed are refused as well',
    from: 'Update lead',
    endpoint: UPDATE,
    status: 422,
    given: createLead,
    ask: ({ id }) => ({ id, body: { id: 5, created_at: '2025-01-01 00:00:00', allow_dupplicate: true } }),
    body: { message: 'Invalid fields: id, created_at, allow_dupplicate' },
  }),
  row({
    sentence: 'The lead exists',
    from: 'Errors; decisions 1',
    endpoint: UPDATE,
    status: 404,
    ask: () => foreignIds.map((id) => ({ id, body: { status: 'completed' } })),
    body: { message: 'Lead not found' },
  }),
  row({
    sentence: 'The lead belongs to the user, and is looked at before the body',
    from: 'Errors; decisions 1 and 7',
    endpoint: UPDATE,
    status: 404,
    given: strangersLead,
    ask: ({ id }) => [
      { id, body: { status: 'completed' } },
      { id, body: { status: 'wrong', variables: 5 } },
    ],
    body: { message: 'Lead not found' },
  }),
  row({
    sentence: 'status is one of its three values',
    from: 'Update lead; decisions 2',
    endpoint: UPDATE,
    status: 422,
    given: createLead,
    ask: ({ id }) => ['done', 'CREATED', 5, true, {}].map((status) => ({ id, body: { status } })),
    body: validationFailed({ status: 'The selected status is invalid.' }),
  }),
  row({
    sentence: 'reached-max-retries is set automatically',
    from: 'Update lead; decisions 7',
    endpoint: UPDATE,
    status: 422,
    given: createLead,
    ask: ({ id }) => ({ id, body: { status: 'reached-max-retries' } }),
    body: validationFailed({ status: 'The status reached-max-retries is set automatically.' }),
  }),
  row({
    sentence: 'Every faulty field is reported',
    from: 'Errors; decisions 2',
    endpoint: UPDATE,
    status: 422,
    given: createLead,
    ask: ({ id }) => ({ id, body: { campaign_id: 'x', status: 'done', variables: 'text', phone_number: 5 } }),
    body: validationFailed({
      campaign_id: 'The campaign id must be an integer.',
      status: 'The selected status is invalid.',
      variables: 'The variables must be an object.',
      phone_number: 'The phone number must be a string.',
    }),
  }),
  row({
    sentence: "The new campaign exists and is the user's, and is looked at before the number",
    from: 'Errors; decisions 7',
    endpoint: UPDATE,
    status: 404,
    given: createLead,
    ask: ({ id }, { stranger }) =>
      [999_999, 0, stranger.campaign.id].map((campaign_id) => ({ id, body: { campaign_id, phone_number: 'nobody' } })),
    body: { message: 'Campaign not found' },
  }),
  row({
    sentence: 'The new number is valid',
    from: 'Errors; decisions 7',
    endpoint: UPDATE,
    status: 422,
    given: createLead,
    ask: ({ id }) => ['nobody', '2025550170', '+1202'].map((number) => ({ id, body: { phone_number: number } })),
    body: { message: 'Invalid phone number' },
  }),
  row({
    sentence: 'Variables are merged into those that are there',
    from: 'Update lead',
    endpoint: UPDATE,
    status: 200,
    isFresh: true,
    given: (world) => createLead(world, { variables: { kept: 1, changed: 1 } }),
    ask: ({ id }) => ({ id, body: { variables: { changed: 2, added: 3 } } }),
    after: async (_, { id }, { customer }) => {
      const lead = await leads().get(customer.userId, id);
      expect(lead?.variables).toEqual({ kept: 1, changed: 2, added: 3 });
    },
  }),
];

export const leadRows = [...createRows, ...updateRows];
