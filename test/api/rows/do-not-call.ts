import * as v from 'valibot';
import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { dataInvalid } from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';

const ADD = 'POST /user/do-not-call';
const LIST = 'GET /user/do-not-call';
const REMOVE = 'DELETE /user/do-not-call/{phone_number}';
const FROM = 'do not call';
const phone_number = '+12025550175';

const add = (world: World) => world.ask(ADD, { body: { phone_number, reason: 'Asked us to.' } });
const lead = ({ customer }: World) => ({ phone_number, campaign_id: customer.campaign.id });

export const doNotCallRows = [
  row({
    sentence: 'A number is put on the list, however it is written, and again without harm',
    from: FROM,
    endpoint: ADD,
    status: 200,
    isFresh: true,
    ask: () => [
      { body: { phone_number: '+1 (202) 555-0175', reason: 'Asked us to.' } },
      { body: { phone_number, reason: 'Again.' } },
    ],
    shape: v.strictObject({
      message: v.literal('Number added to the do-not-call list'),
      data: shapes.doNotCallRecord,
    }),
    part: { data: { phone_number, source: 'api', reason: 'Asked us to.' } },
  }),
  row({
    sentence: 'Leads that wait on the number become blacklisted, and so do those that come later',
    from: FROM,
    endpoint: ADD,
    status: 200,
    isFresh: true,
    given: async (world) => {
      expect(await world.ask('POST /user/leads', { body: lead(world) })).toMatchObject({ status: 200 });
    },
    ask: () => ({ body: { phone_number } }),
    after: async (_, __, world) => {
      const later = { ...lead(world), allow_dupplicate: true };
      expect(await world.ask('POST /user/leads', { body: later })).toMatchObject({
        status: 200,
        body: { data: { status: 'blacklisted' } },
      });
      const { body } = await world.ask<{ total: number }>('GET /user/leads', { query: 'status=blacklisted' });
      expect(body.total).toBe(2);
    },
  }),
  row({
    sentence: 'phone_number is a valid number',
    from: FROM,
    endpoint: ADD,
    status: 422,
    ask: () => ['2025550170', 'nobody', '+1'].map((number) => ({ body: { phone_number: number } })),
    body: dataInvalid({ phone_number: 'The phone number must be a valid phone number in E.164 format.' }),
  }),
  row({
    sentence: 'The list shows its numbers in pages, and those of nobody else',
    from: FROM,
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: add,
    shape: shapes.envelope(shapes.doNotCallRecord),
    part: { total: 1, data: [{ phone_number, source: 'api', reason: 'Asked us to.' }] },
  }),
  row({
    sentence: 'A number is taken off the list',
    from: FROM,
    endpoint: REMOVE,
    status: 200,
    isFresh: true,
    given: add,
    ask: () => ({ path: `/user/do-not-call/${encodeURIComponent(phone_number)}` }),
    body: { message: 'Number removed from the do-not-call list' },
  }),
  row({
    sentence: 'The number is on the list',
    from: FROM,
    endpoint: REMOVE,
    status: 404,
    isFresh: true,
    given: (world) => world.ask(ADD, { token: world.stranger.token, body: { phone_number } }),
    ask: () => ['+12025550175', 'nobody', '0'].map((number) => ({ path: `/user/do-not-call/${number}` })),
    body: { message: 'Phone number not found' },
  }),
  row({
    sentence: 'The user is shown with the balance, the calls now and the calls allowed',
    from: 'existing clients; the public service',
    endpoint: 'GET /user/me',
    status: 200,
    isFresh: true,
    body: { name: 'Contract', email: null, total_balance: 100, calls_now: 0, calls_allowed: 10 },
  }),
];
