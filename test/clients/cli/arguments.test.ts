import { describe, expect, it } from 'vitest';
import { fieldValues } from '#clients/cli/src/arguments.ts';
import { runLine } from '#test/clients/cli/command-line.ts';
import { type Asked, startService } from '#test/clients/scripted-service.ts';

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

describe('a number of a command', () => {
  const sms = { id: 1, status: 'sent', segments: 1, total_cost: 0.01 };
  const answers: Record<string, object> = {
    '/user/make_call': { call_id: 1, status: 'initiated' },
    '/user/assistants/phone-numbers': [{ id: 3, phone_number: '+12025550100' }],
    '/user/sms': { data: sms },
  };
  const page = { data: [], current_page: 1, last_page: 1, total: 0 };
  const commands: Array<[string, (number: string) => string[], (asked: Asked) => unknown]> = [
    ['call', (number) => ['call', number, '--assistant', '1'], ({ body }) => body],
    ['sms', (number) => ['sms', number, 'Hi.'], ({ body }) => body],
    ['calls list', (number) => ['calls', 'list', '--number', number], ({ query }) => Object.fromEntries(query)],
    ['sms list', (number) => ['sms', 'list', '--number', number], ({ query }) => Object.fromEntries(query)],
  ];
  /** Runs a command for a user with this default country; the last request, and what the command says. */
  async function run(args: string[], default_country: string | null) {
    const { url, asked } = await startService(({ path, method }) => {
      if (path === '/user/me') return { body: { default_country } };
      return { body: method === 'GET' && !path.endsWith('numbers') ? page : answers[path] };
    });
    const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
    const { code, error } = await runLine(args, { env });
    return { code, error, asked, last: asked.at(-1)! };
  }
  const number = { call: 'phone_number', sms: 'to' };

  it.each(
    commands.flatMap(([name, argsOf, sentOf]) =>
      [
        ['+4930901820', null, ''],
        ['+49 (30) 901820', null, '+49 (30) 901820 is +4930901820, Germany\n'],
        ['030/901820', 'DE', '030/901820 is +4930901820, Germany\n'],
      ].map(([typed, country, said]) => ({ name, argsOf, sentOf, typed: typed!, country: country!, said })),
    ),
  )('of $name is read in the default country: $typed', async ({ name, argsOf, sentOf, typed, country, said }) => {
    const { code, error, last } = await run(argsOf(typed), country);
    expect({ code, error }).toEqual({ code: 0, error: said });
    expect(sentOf(last)).toMatchObject({ [name === 'sms' ? number.sms : number.call]: '+4930901820' });
  });

  it.each(commands)('of %s is refused where nothing states a country', async (_, argsOf) => {
    const { code, error, asked } = await run(argsOf('4930901820'), null);
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining('must include the country code.') });
    expect(asked.map(({ path }) => path)).not.toContain('/user/make_call');
  });

  it('is no number in a search for callers without one', async () => {
    expect((await run(['calls', 'list', '--number', 'anonymous'], 'DE')).last.query.get('phone_number')).toBe(
      'anonymous',
    );
  });
});

it.each([
  ['de', 'DE'],
  ['none', null],
])('me --default-country %s sets %s', async (code, default_country) => {
  const { url, asked } = await startService(() => ({ body: { name: 'Acme', default_country } }));
  const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
  const { out } = await runLine(['me', '--default-country', code, '--json'], { env });
  expect(asked[0]).toMatchObject({ method: 'PUT', path: '/user/default-country', body: { default_country } });
  expect(JSON.parse(out)).toMatchObject({ default_country });
});
