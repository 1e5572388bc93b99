import * as v from 'valibot';
import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { dataInvalid } from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';

const ADD = 'POST /user/do-not-call';
const phone_number = '+12025550175';
const reason = 'Asked us to.';

const add = rowsOf(ADD, 'do not call');
const addOne = (world: World) => world.ask(ADD, { body: { phone_number, reason } });
const remove = rowsOf('DELETE /user/do-not-call/{phone_number}', 'do not call');
const setCountry = rowsOf('PUT /user/default-country', 'decisions 13');
const pathTo = (number: string) => ({ path: `/user/do-not-call/${number}` });

export const doNotCallRows = [
  add(200, 'A number is put on the list, however it is written, and again without harm', {
    isFresh: true,
    ask: [{ body: { phone_number: '+1 (202) 555-0175', reason } }, { body: { phone_number, reason: 'Again.' } }],
    shape: v.strictObject({ message: v.literal('Number added to the do-not-call list'), data: shapes.doNotCallRecord }),
    part: { data: { phone_number, source: 'api', reason } },
  }),
  rowsOf('GET /user/do-not-call', 'do not call')(
    200,
    'The list shows its numbers in pages, and those of no other user',
    {
      isFresh: true,
      given: addOne,
      shape: shapes.envelope(shapes.listedDoNotCallRecord),
      part: { total: 1, data: [{ phone_number, source: 'api', reason }] },
    },
  ),
  remove(200, 'A number is taken off the list', {
    isFresh: true,
    given: addOne,
    ask: pathTo(encodeURIComponent(phone_number)),
    body: { message: 'Number removed from the do-not-call list' },
  }),
  remove(404, 'The number is on the list of the user', {
    isFresh: true,
    given: (world) => world.ask(ADD, { token: world.stranger.token, body: { phone_number } }),
    ask: ['unknown', '0', '555', '__proto__', '%20', '%00', '%FF', '%zz', '9'.repeat(1100), phone_number, '+'].map(
      pathTo,
    ),
    body: { message: 'Phone number not found' },
  }),
  rowsOf('GET /user/me', 'existing clients; the public service')(
    200,
    'The user is shown with the balance, the calls now and the calls allowed',
    {
      isFresh: true,
      body: { name: 'Contract', email: '', total_balance: 100, calls_now: 0, calls_allowed: 10, default_country: null },
    },
  ),
  setCountry(200, 'The country of numbers without a plus is set, read, and taken away with null', {
    isFresh: true,
    ask: () => ({ body: { default_country: ' de ' } }),
    body: { message: 'Default country updated successfully', data: { default_country: 'DE' } },
    after: async (_, __, world) => {
      const read = async () => (await world.ask('GET /user/me')).body;
      expect(await read()).toMatchObject({ default_country: 'DE' });
      await world.ask('PUT /user/default-country', { body: { default_country: null } });
      expect(await read()).toMatchObject({ default_country: null });
    },
  }),
  setCountry(200, 'The API takes numbers with a plus only, whatever the country', {
    isFresh: true,
    ask: () => ({ body: { default_country: 'US' } }),
    after: async (_, __, world) => {
      expect(await world.ask(ADD, { body: { phone_number: '2025550100' } })).toMatchObject({ status: 422 });
    },
  }),
  setCountry(422, 'The country must be sent', {
    ask: () => ({ body: {} }),
    body: dataInvalid({ default_country: 'The default country field is required.' }),
  }),
  setCountry(422, 'The country is a code of two letters of ISO 3166', {
    ask: () =>
      ['Germany', 'D', 'XX', 'EU', '49', '+49', 'DEU', '__proto__'].map((default_country) => ({
        body: { default_country },
      })),
    body: dataInvalid({ default_country: 'The selected default country is invalid.' }),
  }),
];
