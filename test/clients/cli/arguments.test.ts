import { expect, it } from 'vitest';
import { fieldValues } from '#clients/cli/src/arguments.ts';
import { runLine } from '#test/clients/cli/command-line.ts';
import { startService } from '#test/clients/scripted-service.ts';

it('variables of a call are sent to the letter', async () => {
  const { url, asked } = await startService(() => ({ body: { call_id: 1, status: 'initiated' } }));
  const variables = { order_id: '9007199254740993', price: '5.00', note: 'null', code: '007', list: '[1]' };
  const options = Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}=${value}`]);
  const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
  expect(await runLine(['call', '+12025550100', '--assistant', '1', ...options], { env })).toMatchObject({ code: 0 });
  expect(asked[0]?.body).toMatchObject({ variables });
});

it('a call waits for its number, unless --allow-parallel is given', async () => {
  const { url, asked } = await startService(() => ({ body: { call_id: 1, status: 'initiated' } }));
  const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
  for (const options of [[], ['--allow-parallel']])
    await runLine(['call', '+12025550100', '--assistant', '1', ...options], { env });
  const call = { phone_number: '+12025550100', assistant_id: 1, variables: {} };
  expect(asked.map(({ body }) => body)).toEqual([call, { ...call, allow_parallel: true }]);
});

it.each([
  ['1.1', 1.1],
  ['true', true],
  ['null', null],
  ['[1, 2]', [1, 2]],
  ['{"a": 1.0}', { a: 1 }],
  ['"5"', '5'],
  ['9007199254740993', '9007199254740993'],
  ['5.00', '5.00'],
  ['1e3', '1e3'],
  ['plain', 'plain'],
])('the field %s is sent as %j', (text, value) => {
  expect(fieldValues({ field: text })).toEqual({ field: value });
});
