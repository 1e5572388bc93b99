import * as v from 'valibot';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import type { World } from '#test/api/world.ts';

const ADD = 'POST /user/do-not-call';
const phone_number = '+12025550175';
const reason = 'Asked us to.';

const add = rowsOf(ADD, 'do not call');
const addOne = (world: World) => world.ask(ADD, { body: { phone_number, reason } });
const remove = rowsOf('DELETE /user/do-not-call/{phone_number}', 'do not call');
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
      body: { name: 'Contract', email: '', total_balance: 100, calls_now: 0, calls_allowed: 10 },
    },
  ),
];
