import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runLine, useFolder } from '#test/clients/cli/command-line.ts';
import { type Service, startService } from '#test/clients/scripted-service.ts';

async function setup(answer: Service = () => ({ body: { name: 'Ada\u001b' } })) {
  const { url, asked } = await startService(answer);
  const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
  return { asked, run: (...args: string[]) => runLine(['api', ...args], { env }) };
}

describe('ringback api', () => {
  it('sends a request, and prints the answer as JSON without control characters', async () => {
    const { asked, run } = await setup();
    const { code, out, error } = await run('get', '/user/calls', '--query', 'status=busy', '--query', 'page=2');
    expect([code, error]).toEqual([0, '']);
    expect(out).toBe('{\n  "name": "Ada\\u001b"\n}\n');
    expect(asked).toMatchObject([{ method: 'GET', path: '/user/calls', body: undefined, token: 'rb_test' }]);
    expect([...asked[0]!.query]).toEqual([
      ['status', 'busy'],
      ['page', '2'],
    ]);
    expect((await run('GET', '/user/calls', '--json')).out).toBe(out);
  });

  it('takes the body as JSON, from a file, from standard input and from fields', async () => {
    const { asked, run } = await setup();
    const file = join(await useFolder(), 'lead.json');
    await writeFile(file, '{"from": "a file"}');
    await run('POST', '/user/leads', '--data', '{"from": "the line"}');
    await run('POST', '/user/leads', '--data', `@${file}`);
    await run('PUT', '/user/leads/1', '--set', 'status=completed', '--set', 'count=2');
    expect(asked.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { from: 'the line' }],
      ['POST', { from: 'a file' }],
      ['PUT', { status: 'completed', count: 2 }],
    ]);
    // Standard input is empty in this test.
    expect(await run('POST', '/user/leads', '--data', '-')).toMatchObject({
      code: 2,
      error: 'error: the body is not JSON\n',
    });
  });

  it.each([
    [
      'an unknown method',
      ['FETCH', '/user/me'],
      /^error: .*'FETCH' is invalid.*It must be POST, GET, PUT, PATCH, DELETE\./,
    ],
    ['a whole address', ['GET', 'https://example.com/user/me'], /It must be a path such as \/user\/me\./],
    ['the name of another host', ['GET', '//example.com/user/me'], /It must be a path such as \/user\/me\./],
    ['a body that is not JSON', ['POST', '/user/leads', '--data', '{'], /^error: the body is not JSON\n$/],
    [
      'a file that does not exist',
      ['POST', '/user/leads', '--data', '@none.json'],
      /^error: there is no file none\.json\n$/,
    ],
    [
      'two bodies',
      ['POST', '/user/leads', '--data', '{}', '--set', 'a=b'],
      /^error: --set and --data are both the body/,
    ],
  ])('refuses %s with exit code 2, and sends nothing', async (_case, args, message) => {
    const { asked, run } = await setup();
    const { code, error } = await run(...args);
    expect(code).toBe(2);
    expect(error).toMatch(message);
    expect(asked).toEqual([]);
  });

  it('fails as the other commands do: the sentences of the service, exit code 1', async () => {
    const refusal = { message: 'Validation failed', errors: { to: ['The to field is required.'] } };
    const { run } = await setup(() => ({ status: 422, body: refusal }));
    expect(await run('POST', '/user/sms', '--data', '{}')).toEqual({
      code: 1,
      out: '',
      error: 'error: Validation failed (The to field is required.)\n  to: The to field is required.\n',
    });
    const { error } = await run('POST', '/user/sms', '--data', '{}', '--json');
    expect(JSON.parse(error)).toMatchObject({ error: { status: 422, errors: refusal.errors } });
  });
});
