import { createClient } from '@ringback/client';
import { describe, expect, it, vi } from 'vitest';
import { runLine } from '#test/clients/cli/command-line.ts';

const WRITE = 'write it like https://calls.example.com/api';

/** Addresses as people paste them, and what is said about them. */
const addresses: ReadonlyArray<[string, string, string]> = [
  ['without a scheme', 'calls.example.com/api', 'does not begin with https:// or http://'],
  ['without a scheme, with a port', 'localhost:3000/api', 'does not begin with https:// or http://'],
  ['with another scheme', 'ftp://calls.example.com/api', 'does not begin with https:// or http://'],
  ['with one slash', 'https:/calls.example.com/api', 'does not begin with https:// or http://'],
  ['empty', '  ', 'is empty'],
  ['with a space inside', 'https://calls.example.com /api', 'has a space or a line break'],
  ['in two lines', 'https://calls.example.com\n/api', 'has a space or a line break'],
  ['in quotes', '"https://calls.example.com/api"', 'has quotes'],
  ['in curly quotes', '“https://calls.example.com/api”', 'has quotes'],
  ['in angle brackets', '<https://calls.example.com/api>', 'has quotes'],
  ['without a host', 'https:///', 'is not a URL'],
  ['with a port of letters', 'https://calls.example.com:port/api', 'is not a URL'],
  ['with credentials', 'https://ada:secret@calls.example.com/api', 'has a user name or a password'],
  ['with a token as user name', 'https://rb_secret@calls.example.com/api', 'has a user name or a password'],
  ['with a query', 'https://calls.example.com/api?token=secret', 'has a ? or a #'],
  ['with a fragment', 'https://calls.example.com/api#', 'has a ? or a #'],
  ['with /api twice', 'https://calls.example.com/api/api/', 'ends with /api twice'],
  ['of a request', 'https://calls.example.com/api/user/me', 'has the path of a request'],
];

const tokens: ReadonlyArray<[string, string, string]> = [
  ['in quotes', '"rb_secret"', 'has quotes: write it without them'],
  ['in single quotes', "'rb_secret'", 'has quotes: write it without them'],
  ['with a quote at its end', 'rb_secret’', 'has quotes: write it without them'],
  ['with Bearer', 'Bearer rb_secret', 'is only what follows Bearer'],
  ['of a whole header', 'Authorization: Bearer rb_secret', 'is only what follows Bearer'],
  ['in two lines', 'rb_sec\nret', 'has a space or a line break: paste it in one piece'],
  ['with a space inside', 'rb_sec ret', 'has a space or a line break: paste it in one piece'],
  ['with an ellipsis', 'rb_secret…', 'has characters that no token has'],
];

async function useClient(baseUrl: string, token: string) {
  const fetch = vi.fn(async () => Response.json({ name: 'Ada' }));
  const failure = await createClient({ baseUrl, token, fetch })
    .me()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return { failure, fetch };
}

describe('an address', () => {
  it.each(addresses)('%s is refused with what to write', async (_case, address, problem) => {
    const { failure, fetch } = await useClient(address, 'rb_token');
    expect(failure).toBeInstanceOf(TypeError);
    expect(String(failure)).toBe(
      `TypeError: The address of the API ${problem}${problem.endsWith('password') ? ', and the access token is all it needs' : ''}: ${WRITE}`,
    );
    expect(String(failure)).not.toContain('secret');
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each(addresses.filter(([, address]) => address.trim() !== ''))(
    '%s is a wrong command line, exit code 2',
    async (_case, address, problem) => {
      for (const [args, env] of [
        [['me'], { RINGBACK_URL: address, RINGBACK_TOKEN: 'rb_token' }],
        [['me'], { RINGBACK_URL: address }],
        [['me', '--url', address, '--token', 'rb_token'], {}],
        [['login', '--url', address, '--token', 'rb_token'], {}],
      ] as Array<[string[], Record<string, string>]>) {
        const { code, error } = await runLine(args, { env });
        expect({ code, error }).toEqual({
          code: 2,
          error: expect.stringContaining(`error: The address of the API ${problem}`),
        });
        expect(error).not.toMatch(/secret|^ +at /m);
      }
    },
  );

  it.each(['https://calls.example.com/api', ' https://calls.example.com/api//\n', 'HTTPS://calls.example.com/api/'])(
    '%j is taken',
    async (address) => {
      const { failure, fetch } = await useClient(address, ' rb_token\n');
      expect(failure).toBeUndefined();
      expect(fetch.mock.calls[0]).toMatchObject([
        new URL('https://calls.example.com/api/user/me'),
        { headers: { authorization: 'Bearer rb_token' } },
      ]);
    },
  );
});

describe('a token', () => {
  it.each(tokens)('%s is refused, and not repeated', async (_case, token, problem) => {
    const { failure, fetch } = await useClient('https://calls.example.com/api', token);
    expect(String(failure)).toBe(`TypeError: The access token ${problem}`);
    expect(fetch).not.toHaveBeenCalled();
    const env = { RINGBACK_URL: 'https://calls.example.com/api', RINGBACK_TOKEN: token };
    expect(await runLine(['me'], { env })).toEqual({ code: 2, out: '', error: `error: The access token ${problem}\n` });
  });
});

describe('an answer of something else than the API', () => {
  it.each<[string, Response]>([
    ['a page', new Response('<!doctype html><title>Studio</title>')],
    ['a page after a blank', new Response('\n <html></html>')],
    ['404 of API Gateway', Response.json({ message: 'Not Found' }, { status: 404 })],
    ['404 with a page', new Response('<html></html>', { status: 404 })],
  ])('says what the address is like: %s', async (_case, response) => {
    const fetch = vi.fn(async () => response);
    const client = createClient({ baseUrl: 'https://calls.example.com', token: 't', fetch });
    const { status } = response;
    await expect(client.me()).rejects.toMatchObject({
      status,
      message: `The address answered ${status}, not as the API does: the address of the API is like https://calls.example.com/api`,
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('but a record that does not exist keeps its sentence', async () => {
    const fetch = async () => Response.json({ message: 'Call not found' }, { status: 404 });
    const client = createClient({ baseUrl: 'https://calls.example.com/api', token: 't', fetch });
    await expect(client.calls.get(1)).rejects.toThrow('Call not found');
  });
});
