import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runLine, useFolder } from '#test/clients/cli/command-line.ts';
import { startService } from '#test/clients/scripted-service.ts';

/** The profile `prod`, at one service, and another service. Both answer to `me`. */
async function prepare() {
  const home = await useFolder();
  const [prod, other] = await Promise.all([1, 2].map(() => startService(() => ({ body: { name: 'Ada' } }))));
  const profiles = { prod: { url: prod!.url, token: 'rb_prod', webhook_secret: 'whsec_c2FtcGxlLXNlY3JldA==' } };
  await mkdir(join(home, 'ringback'));
  await writeFile(join(home, 'ringback/config.json'), JSON.stringify({ current: 'prod', profiles }));
  const run = (args: string[], env: Record<string, string> = {}) =>
    runLine(['me', ...args], { env: { RINGBACK_CONFIG_HOME: home, ...env } });
  return { prod: prod!, other: other!, run };
}

const tokens = (service: { asked: Array<{ token: string | undefined }> }) => service.asked.map(({ token }) => token);

describe('--profile', () => {
  it('is the deployment, whatever the environment names', async () => {
    const { prod, other, run } = await prepare();
    const env = { RINGBACK_URL: other.url, RINGBACK_TOKEN: 'rb_other' };
    expect(await run(['--profile', 'prod'], env)).toMatchObject({ code: 0 });
    expect([tokens(prod), tokens(other)]).toEqual([['rb_prod'], []]);
  });

  it('gives way to --token at its address', async () => {
    const { prod, run } = await prepare();
    await run(['--profile', 'prod', '--token', 'rb_mine', '--url', `${prod.url}/`]);
    expect(tokens(prod)).toEqual(['rb_mine']);
  });
});

describe('a token goes only to its own deployment:', () => {
  it.each<[string, (other: string, prod: string) => [string[], Record<string, string>]]>([
    ['that of a profile not to --url', (other) => [['--url', other], {}]],
    ['that of --profile not to --url', (other) => [['--profile', 'prod', '--url', other], { RINGBACK_TOKEN: 'rb_x' }]],
    ['that of a profile not to RINGBACK_URL', (other) => [[], { RINGBACK_URL: other }]],
    [
      'that of the environment not to --url',
      (other, prod) => [['--url', other], { RINGBACK_URL: prod, RINGBACK_TOKEN: 'rb_x' }],
    ],
  ])('%s', async (_case, lineOf) => {
    const { prod, other, run } = await prepare();
    const { code, error } = await run(...lineOf(other.url, prod.url));
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(`there is no token for ${other.url}`) });
    expect([...prod.asked, ...other.asked]).toEqual([]);
  });

  it.each<[string, (other: string) => [string[], Record<string, string>]]>([
    ['--url with --token', (other) => [['--url', other, '--token', 'rb_other'], {}]],
    ['both of the environment', (other) => [[], { RINGBACK_URL: other, RINGBACK_TOKEN: 'rb_other' }]],
    [
      '--url with the token of the environment, which names no address',
      (other) => [['--url', other], { RINGBACK_TOKEN: 'rb_other' }],
    ],
  ])('%s are sent', async (_case, lineOf) => {
    const { other, run } = await prepare();
    expect(await run(...lineOf(other.url))).toMatchObject({ code: 0 });
    expect(tokens(other)).toEqual(['rb_other']);
  });
});
