import { expect, it } from 'vitest';
import { buildToolRequest } from '#shared/tools/tool-request.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

const day = { name: 'day', type: 'string', description: 'The day.' } as const;
const people = { name: 'people', type: 'number', description: 'How many.' } as const;

function requestOf(changes: Parameters<typeof buildUserTool>[0], args: object, variables = {}, secrets = {}) {
  const built = buildToolRequest(buildUserTool({ schema: [day, people], ...changes }), { args, variables, secrets });
  if (built.kind === 'refused') throw new Error(built.problem);
  return built.request;
}

it.each<[string, Parameters<typeof buildUserTool>[0], { url: string; body: string }]>([
  ['GET sends the query', { method: 'GET' }, { url: 'https://api.example/slots?day=Tuesday%21&people=2', body: '' }],
  ['POST sends JSON', { method: 'POST' }, { url: 'https://api.example/slots', body: '{"day":"Tuesday!","people":2}' }],
  [
    'a placeholder in the path is not sent again',
    { method: 'PUT', endpoint: 'https://api.example/days/{day}' },
    { url: 'https://api.example/days/Tuesday%21', body: '{"people":2}' },
  ],
  [
    'a query of the address is kept',
    { method: 'GET', endpoint: 'https://api.example/?key=1&d={day}' },
    { url: 'https://api.example/?key=1&d=Tuesday%21&people=2', body: '' },
  ],
  [
    'DELETE has a body only if there is something to send',
    { method: 'DELETE', endpoint: 'https://api.example/{day}/{people}' },
    { url: 'https://api.example/Tuesday%21/2', body: '' },
  ],
])('%s', (_, changes, expected) => {
  expect(requestOf(changes, { day: 'Tuesday!', people: 2 })).toMatchObject(expected);
});

it('single braces are a parameter, or a variable if there is none; double braces are a variable', () => {
  const endpoint = 'https://api.example/{{day}}/{day}/{{ customer_phone }}/{ caller }';
  const variables = { day: 'Monday', customer_phone: '+4930901820', caller: 'Ada' };
  const { url } = requestOf({ endpoint }, { day: 'Tuesday', people: 2 }, variables);
  expect(url).toBe('https://api.example/Monday/Tuesday/%2B4930901820/Ada?people=2');
});

it('headers have their values from the secret of the tool', () => {
  const headers = [
    { name: 'Authorization', masked: '••••1234' },
    { name: 'X-Caller', masked: '••••' },
  ];
  const secrets = { Authorization: 'Bearer {{token}}', 'X-Caller': '{{name}}' };
  const request = requestOf({ headers }, { day: 'x', people: 1 }, { token: 'a.b=+/', name: 'José' }, secrets);
  expect(request.headers).toEqual({
    Authorization: 'Bearer a.b=+/',
    'X-Caller': Buffer.from('José').toString('latin1'),
  });
});

it.each([{}, { day: 'Tuesday' }, { day: 2, people: 2 }, { day: 'x', people: 2, more: 1 }])(
  'arguments that do not fit are not sent: %j',
  (args) => {
    const built = buildToolRequest(buildUserTool({ schema: [day, people] }), { args, variables: {}, secrets: {} });
    expect(built).toMatchObject({ kind: 'refused', problem: expect.stringMatching(/^The arguments are wrong: /) });
  },
);

it('what receivers refuse for its length is not sent', () => {
  const long = (args: object, changes: object) =>
    buildToolRequest(buildUserTool({ schema: [day], ...changes }), { args, variables: {}, secrets: {} });
  expect(long({ day: 'x'.repeat(9_000) }, { method: 'GET' }).kind).toBe('refused');
  expect(long({ day: 'x'.repeat(9_000) }, { method: 'POST' }).kind).toBe('request');
  expect(long({ day: 'x'.repeat(70_000) }, { method: 'POST' }).kind).toBe('refused');
});
