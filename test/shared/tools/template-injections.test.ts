import { describe, expect, it } from 'vitest';
import { buildToolRequest } from '#shared/tools/tool-request.ts';
import { parseEndpoint } from '#shared/tools/tool-template.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

/** What a customer says, a variable holds or a model writes to get out of its place. */
const attacks = [
  '../admin',
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fadmin',
  '/../../etc/passwd',
  String.raw`..\..\admin`,
  '1/delete',
  '1?admin=true',
  '1#fragment',
  '1&admin=true',
  '1;admin=true',
  '@evil.example',
  '//evil.example/',
  'https://evil.example/',
  ':8080',
  '{other}',
  '{{secret}}',
  '{{{{secret}}}}',
  '"}, "admin": true, {"x": "',
  String.raw`\", \"admin\": true`,
  `${String.raw`\u0022`},"admin":1`,
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '$(id)',
  '`id`',
  'a\r\nX-Admin: true',
  'a\nX-Admin: true',
  'a\rX-Admin: true',
  'a\r\n\r\nGET /admin HTTP/1.1',
  'a%0d%0aX-Admin: true',
  'a\u0085X-Admin: true',
  'a\u2028X-Admin: true',
  '\u560d\u560aX-Admin: true',
  'a\u0000b',
  '\uff0e\uff0e\uff0fadmin',
  '\u202eadmin',
  'José, "x"; admin=true',
  '\ud800',
  '💥',
  '+49 30 901820',
  'a b\tc',
  '__proto__',
  'constructor',
];

/** Servers and parsers of URLs resolve them, escaped or not. */
const climbing = ['..', '.'];

const tool = buildUserTool({
  method: 'POST',
  endpoint: 'https://api.example/v1/customers/{id}/orders?filter={id}&caller={{caller}}&fixed=1',
  headers: [
    { name: 'X-Whole', masked: '••••' },
    { name: 'X-Part', masked: '••••' },
  ],
  schema: [{ name: 'id', type: 'string', description: 'The id.' }],
  parameters: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      note: { type: 'string' },
      kept: { type: 'string', source: 'fixed', value: 'for {id} and {{caller}}' },
      admin: { type: 'boolean', source: 'fixed', value: false },
    },
  },
});
const secrets = { 'X-Whole': '{id}', 'X-Part': 'id={id}; caller={{caller}}; mode=safe' };

const build = (id: string, caller: string) =>
  buildToolRequest(tool, { args: { id, note: id }, variables: { caller, secret: 'S3CRET' }, secrets });

describe.each(attacks.filter((attack) => !climbing.includes(attack)))('what %j is put into', (attack) => {
  it('changes its own place', () => {
    const built = build(attack, attack);
    const plain = build('1', '2');
    if (plain.kind === 'refused') throw new Error(plain.problem);
    if (built.kind === 'refused') throw new Error(built.problem);
    const text = attack.toWellFormed();
    const url = new URL(built.request.url);
    expect(url.origin).toBe('https://api.example');
    expect(url.hash).toBe('');
    expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'v1', 'customers', text, 'orders']);
    expect([...url.searchParams]).toEqual([
      ['filter', text],
      ['caller', text],
      ['fixed', '1'],
    ]);
    expect(Object.keys(built.request.headers)).toEqual(['X-Whole', 'X-Part']);
    // One line, of what a header may have: https://www.rfc-editor.org/rfc/rfc9110#section-5.5
    for (const value of Object.values(built.request.headers)) expect(value).toMatch(/^[ -~\u0080-\u00ff]*$/);
    const parts = built.request.headers['X-Part']?.split(';').map((part) => part.trim().split('=', 1)[0]);
    expect(parts).toEqual(['id', 'caller', 'mode']);
    expect(built.request.headers['X-Part']).toMatch(/; mode=safe$/);
    expect(JSON.parse(built.request.body)).toEqual({ note: attack, kept: `for ${text} and ${text}`, admin: false });
    expect(JSON.stringify(built)).not.toContain('S3CRET');
  });
});

it.each(climbing)('%j is not sent as a folder', (attack) => {
  const problem = 'A value does not fit into the address of the tool.';
  expect(build(attack, '1')).toEqual({ kind: 'refused', problem });
});

it.each([
  'https://{host}.example/',
  'https://api.example:{port}/',
  '{scheme}://api.example/',
  'https://{{host}}/x',
  'https://api.example{path}',
  'https://user:{password}@api.example/',
  'https://user:password@api.example/',
  String.raw`https://api.example\@evil.example/`,
  String.raw`https://evil.example\{id}`,
  'https://api.example/{id',
  'https://api.example/{i d}',
  'https://api.example/{}',
  'https://api.example/#{id}',
  'https://api.example/a\tb',
  'ht\ntps://api.example/',
  'ftp://api.example/',
  'javascript:alert(1)',
  '//api.example/{id}',
  'https:///{id}',
  'https:{id}',
])('%j is not saved as the address of a tool', (endpoint) => {
  const parts = parseEndpoint(endpoint);
  expect(parts !== undefined && URL.canParse(parts.origin)).toBe(false);
});

it.each(['', ' ', '\u0000'])('an empty value %j does not shorten the path', (id) => {
  const endpoint = 'https://api.example/customers/{id}';
  const built = buildToolRequest({ ...tool, endpoint, headers: [] }, { args: { id }, variables: {}, secrets: {} });
  const isText = id.trim() !== '';
  expect(built).toMatchObject(isText ? { kind: 'request' } : { kind: 'refused' });
});

it('an argument cannot name what the model may not choose, or what the tool does not have', () => {
  const call = (args: unknown) => buildToolRequest(tool, { args, variables: {}, secrets });
  for (const args of [
    { id: '1', admin: true },
    { id: '1', kept: 'x' },
    { id: '1', other: 1 },
    JSON.parse('{"__proto__":1}'),
  ])
    expect(call(args)).toEqual({ kind: 'refused', problem: expect.stringContaining('is not a parameter.') });
  for (const args of [null, [], 'x', 1, undefined])
    expect(call(args)).toEqual({
      kind: 'refused',
      problem: 'The arguments are wrong: The arguments must be an object.',
    });
});
