import * as v from 'valibot';
import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { dataInvalid, foreignIds } from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';

const LIST = 'GET /user/leads';
const DELETE = 'DELETE /user/leads/{id}';
const FROM = 'existing clients; the public service';

interface Created {
  data: { id: number };
}

async function createLead(world: World, phone_number: string): Promise<number> {
  const body = {
    phone_number,
    campaign_id: world.customer.campaign.id,
    secondary_contacts: [{ phone_number: '+12025550179' }],
  };
  const answer = await world.ask<Created>('POST /user/leads', { body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data.id;
}

/** Three leads: the second one is completed. */
async function threeLeads(world: World): Promise<number[]> {
  const ids = [];
  for (const number of ['+12025550171', '+12025550172', '+12025550173']) ids.push(await createLead(world, number));
  await world.ask('PUT /user/leads/{id}', { id: ids[1] ?? 0, body: { status: 'completed' } });
  return ids;
}

const idsOf = (body: unknown) => (body as { data: Array<{ id: number }> }).data.map(({ id }) => id);
const today = () => new Date().toISOString().slice(0, 10);

export const leadListRows = [
  row({
    sentence: 'Leads are listed newest first in pages of 15, with campaign and secondary contacts',
    from: FROM,
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: threeLeads,
    shape: shapes.envelope(shapes.leadRecord),
    part: { total: 3, per_page: 15, current_page: 1 },
    after: ({ body }, ids) => {
      expect(idsOf(body)).toEqual(ids.toReversed());
    },
  }),
  row({
    sentence: 'Filters combine: status, campaign, a part of the number, days',
    from: FROM,
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: threeLeads,
    ask: (_, { customer }) =>
      [
        'status=completed',
        `campaign_id=${customer.campaign.id}&status=completed`,
        'phone_number=5550172',
        'phone_number=%2B12025550172',
        `date_from=${today()}&date_to=${today()}&status=completed`,
      ].map((query) => ({ query })),
    after: ({ body }, ids) => {
      expect(idsOf(body)).toEqual([ids[1]]);
    },
  }),
  row({
    sentence: 'What matches no lead finds none',
    from: FROM,
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: threeLeads,
    ask: (_, { stranger }) =>
      [`campaign_id=${stranger.campaign.id}`, 'status=blacklisted', 'phone_number=999', 'date_to=2025-01-01'].map(
        (query) => ({ query }),
      ),
    part: { total: 0, data: [] },
  }),
  row({
    sentence: 'Filters that mean nothing are refused',
    from: FROM,
    endpoint: LIST,
    status: 422,
    ask: () => ({ query: 'status=done&campaign_id=x&date_from=today&per_page=0' }),
    body: dataInvalid({
      status: 'The selected status is invalid.',
      campaign_id: 'The campaign id must be an integer.',
      date_from: 'The date from does not match the format Y-m-d.',
      per_page: 'The per page must be between 1 and 100.',
    }),
  }),
  row({
    sentence: 'A lead is deleted, and its number is free again',
    from: FROM,
    endpoint: DELETE,
    status: 200,
    isFresh: true,
    given: (world) => createLead(world, '+12025550171'),
    ask: (id) => ({ id }),
    body: { message: 'Lead deleted successfully' },
    after: async (_, __, world) => {
      await createLead(world, '+12025550171');
      const { body } = await world.ask(LIST);
      expect(v.parse(v.object({ total: v.number() }), body)).toEqual({ total: 1 });
    },
  }),
  row({
    sentence: 'The lead exists',
    from: FROM,
    endpoint: DELETE,
    status: 404,
    ask: () => foreignIds.map((id) => ({ id })),
    body: { message: 'Lead not found' },
  }),
];
