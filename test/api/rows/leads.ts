import * as v from 'valibot';
import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { asStranger, createLead, idsOf, leadRequest, validationFailed } from '#test/api/steps.ts';
import type { Answer, World } from '#test/api/world.ts';

const CREATE = 'POST /user/leads';
const UPDATE = 'PUT /user/leads/{id}';
const phone_number = '+12025550170';
const taken = validationFailed({ phone_number: 'The phone number has already been taken.' });

interface Lead {
  id: number;
  secondary_contacts: Array<{ id: number }>;
}
const leadOf = (answer: Answer) => (answer.body as { data: Lead }).data;

const create = rowsOf(CREATE, 'Create lead; decisions 7');

const createRows = [
  create(200, 'A lead is created with its campaign and its secondary contacts', {
    isFresh: true,
    ask: (_, world) => ({
      body: leadRequest(world, {
        phone_number: ' +1 (202) 555-0170 ',
        variables: { customer_name: 'Ada', email: 'ada@example.com' },
        secondary_contacts: [
          { phone_number: '+1 202 555 0171', variables: { role: 'office' } },
          { phone_number: '+44 20 7946 0958' },
        ],
      }),
    }),
    shape: v.strictObject({ message: v.literal('Lead created successfully'), data: shapes.leadRecord }),
    part: {
      data: {
        phone_number,
        status: 'created',
        campaign: { name: 'Check-up reminders' },
        variables: { customer_name: 'Ada', email: 'ada@example.com' },
        secondary_contacts: [
          { phone_number: '+12025550171', variables: { role: 'office' }, status: 'created' },
          { phone_number: '+442079460958', variables: {}, status: 'created' },
        ],
      },
    },
    after: (answer, _, { customer }) => {
      const { id, secondary_contacts: contacts, ...rest } = leadOf(answer);
      expect(new Set([id, ...idsOf(contacts)]).size).toBe(3);
      expect(rest).toMatchObject({ campaign_id: customer.campaign.id, campaign: { id: customer.campaign.id } });
    },
  }),
  create(200, 'Leads are created under the path that existing clients use, too', {
    isFresh: true,
    ask: (_, world) => ({ path: '/user/lead', body: leadRequest(world) }),
    part: { message: 'Lead created successfully', data: { secondary_contacts: [], variables: {} } },
  }),
  create(200, 'A number on the do-not-call list is answered like any other', {
    from: 'decisions 10',
    isFresh: true,
    given: (world) => world.ask('POST /user/do-not-call', { body: { phone_number } }),
    ask: (_, world) => ({ body: leadRequest(world) }),
    shape: v.strictObject({ message: v.literal('Lead created successfully'), data: shapes.leadRecord }),
    part: { data: { status: 'created' } },
  }),
  create(
    200,
    'Variables may hold numbers that are longer in our writing than in the request, and half a surrogate pair',
    {
      from: 'decisions 2',
      isFresh: true,
      ask: (_, world) => {
        const variables = `"variables":{"a":[${'1e20,'.repeat(2900)}1],"b":"\\ud800"},`;
        return { text: JSON.stringify(leadRequest(world)).replace('{', `{${variables}`) };
      },
    },
  ),
  create(422, 'A number that the campaign has already is refused, however it is written', {
    isFresh: true,
    given: (world) => createLead(world, { allow_dupplicate: false }),
    ask: (_, world) => [
      { body: leadRequest(world) },
      { body: leadRequest(world, { phone_number: '+1 202-555-0170', allow_dupplicate: false }) },
    ],
    body: taken,
  }),
  create(422, 'A number that the campaign has as main or as secondary number is refused as either', {
    from: 'decisions 7 and 13',
    isFresh: true,
    given: (world) =>
      createLead(world, { allow_dupplicate: false, secondary_contacts: [{ phone_number: '+12025550171' }] }),
    ask: (_, world) => [
      { body: leadRequest(world, { phone_number: '+12025550171' }) },
      { body: leadRequest(world, { secondary_contacts: [{ phone_number: '+12025550171' }] }) },
    ],
    body: taken,
  }),
  create(422, 'A secondary number that the campaign has is named', {
    from: 'decisions 7 and 13',
    isFresh: true,
    given: (world) =>
      createLead(world, { allow_dupplicate: false, secondary_contacts: [{ phone_number: '+12025550171' }] }),
    ask: (_, world) => {
      const secondary_contacts = ['+12025550199', '+12025550171', phone_number].map((one) => ({ phone_number: one }));
      return { body: leadRequest(world, { phone_number: '+12025550188', secondary_contacts }) };
    },
    body: validationFailed({
      'secondary_contacts.1.phone_number': 'The secondary contacts.1.phone number has already been taken.',
      'secondary_contacts.2.phone_number': 'The secondary contacts.2.phone number has already been taken.',
    }),
  }),
  create(422, 'A satellite number is refused', {
    from: 'decisions 13',
    ask: (_, world) => ({ body: leadRequest(world, { phone_number: '+870773111632' }) }),
    body: validationFailed({ phone_number: 'The phone number is of a kind that is not called: satellite.' }),
  }),
  create(200, 'With allow_dupplicate a number can be in a campaign again', {
    isFresh: true,
    given: createLead,
    ask: (_, world) => [true, 1, '1'].map((allow_dupplicate) => ({ body: leadRequest(world, { allow_dupplicate }) })),
  }),
];

const update = rowsOf(UPDATE, 'Update lead; Errors; decisions 1 and 7');

const updateRows = [
  update(200, 'Only the supplied fields change, and the answer is a message alone', {
    given: createLead,
    ask: (id, { customer }) => [
      ...[{ status: 'completed' }, { status: ' created ' }, { phone_number: '+1 202 555 0179' }, {}].map((body) => ({
        id,
        body,
      })),
      { id, body: { campaign_id: customer.campaign.id } },
      { id, path: `/leads/${id}`, body: { variables: { via: 'the other path' } } },
    ],
    body: { message: 'Lead updated successfully' },
  }),
  rowsOf('PATCH /user/leads/{id}', 'decisions 10')(200, 'PATCH is PUT', {
    given: createLead,
    ask: (id) => ({ id, body: { status: 'completed' } }),
    body: { message: 'Lead updated successfully' },
  }),
  update(200, 'An empty list of variables changes none', {
    from: 'decisions 2',
    given: (world) => createLead(world, { variables: { b: 1, a: 2 } }),
    ask: (id) => ({ id, body: { variables: [] } }),
    after: async (_, id, world) => {
      const { body } = await world.ask<{ data: Array<{ id: number; variables: object }> }>('GET /user/leads', {});
      expect(JSON.stringify(body.data.find((lead) => lead.id === id)?.variables)).toBe('{"b":1,"a":2}');
    },
  }),
  update(422, 'Any other field is refused by name, before everything else', {
    given: createLead,
    ask: (id) => [
      { id, body: { nickname: 'x', created_at: 'red', status: 'wrong' } },
      { id: 999_999, body: { nickname: 1, status: 'completed', created_at: 2 } },
      { id: 'abc', body: { nickname: 1, created_at: 2 } },
    ],
    body: { message: 'Invalid fields: nickname, created_at' },
  }),
  update(422, 'reached-max-retries is set automatically', {
    given: createLead,
    ask: (id) => ({ id, body: { status: 'reached-max-retries' } }),
    body: validationFailed({ status: 'The status reached-max-retries is set automatically.' }),
  }),
  update(404, 'The new campaign is looked at before the number', {
    given: createLead,
    ask: (id) => ({ id, body: { campaign_id: 999_999, phone_number: 'unknown' } }),
    body: { message: 'Campaign not found' },
  }),
];

/** Three leads: the second one is completed. */
async function threeLeads(world: World): Promise<number[]> {
  const ids: number[] = [];
  for (const digit of [1, 2, 3]) {
    const secondary_contacts = [{ phone_number: '+12025550179' }];
    ids.push(await createLead(world, { phone_number: `+1202555017${digit}`, secondary_contacts }));
  }
  await world.ask(UPDATE, { id: ids[1]!, body: { status: 'completed' } });
  await createLead(asStranger(world));
  return ids;
}

const today = () => new Date().toISOString().slice(0, 10);
const clients = 'existing clients; the public service';
const list = rowsOf('GET /user/leads', clients);
const finds = (sentence: string, found: number[], queries: (world: World) => string[]) =>
  list(200, sentence, {
    isFresh: true,
    given: threeLeads,
    ask: (_, world) => queries(world).map((query) => ({ query })),
    part: { total: found.length },
    after: ({ body }, ids: number[]) => expect(idsOf(body)).toEqual(found.map((index) => ids[index])),
  });

const listRows = [
  list(200, 'Leads are listed newest first in pages of 15, with campaign and secondary contacts', {
    isFresh: true,
    given: threeLeads,
    shape: shapes.envelope(shapes.leadRecord),
    part: { total: 3, per_page: 15, current_page: 1 },
    after: ({ body }, ids) => expect(idsOf(body)).toEqual(ids.toReversed()),
  }),
  finds('Filters combine: status, campaign, a part of the number, days', [1], ({ customer }) => [
    'status=completed',
    `campaign_id=${customer.campaign.id}&status=completed`,
    'phone_number=5550172',
    'phone_number=%2B12025550172',
    'phone_number=+12025550172',
    'phone_number=555-0172',
    `date_from=${today()}&date_to=${today()}&status=completed`,
  ]),
  finds('An empty filter is ignored', [2, 1, 0], () => ['status=&campaign_id=&phone_number=']),
  finds('What matches no lead finds none', [], ({ stranger }) => [
    `campaign_id=${stranger.campaign.id}`,
    'campaign_id=9007199254740991',
    'status=blacklisted',
    'phone_number=999',
    'phone_number=x',
    'phone_number=%FF%00',
    `phone_number=${'9'.repeat(4000)}`,
    'date_to=2025-01-01',
    'date_from=9999-12-31',
    'date_from=9999-12-31&date_to=0000-01-01',
  ]),
  rowsOf('DELETE /user/leads/{id}', clients)(200, 'A lead is deleted, and its number is free again', {
    isFresh: true,
    given: (world) => createLead(world, { allow_dupplicate: false }),
    ask: (id) => ({ id }),
    body: { message: 'Lead deleted successfully' },
    after: async (_, __, world) => {
      await createLead(world, { allow_dupplicate: false });
      expect(await world.ask('GET /user/leads')).toMatchObject({ body: { total: 1 } });
    },
  }),
];

export const leadRows = [...createRows, ...updateRows, ...listRows];
