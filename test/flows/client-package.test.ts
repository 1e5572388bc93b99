import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useLocalStack } from '#test/support/local-stack.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const readme = await readFile(resolve(root, 'clients/typescript/README.md'), 'utf8');
/** The examples under their headings, in the order of the page. */
const examples = readme.split('\n## ').flatMap((section) => {
  const source = /```ts\n([\s\S]*?)```/.exec(section)?.[1];
  return source === undefined ? [] : [{ heading: section.split('\n')[0]!, source }];
});
const running = useLocalStack();

let folder: string;

/** As `npm install ringback-client-….tgz` does it, without asking the registry. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-package-'));
  const { stdout } = await run('npm', ['pack', '-w', '@ringback/client', '--json', '--pack-destination', folder], {
    cwd: root,
  });
  const archive = /ringback-client-[\w.-]+\.tgz/.exec(stdout)?.[0] ?? '';
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@ringback/client'), { recursive: true });
  await run('tar', ['xzf', join(folder, archive), '-C', join(modules, '@ringback/client'), '--strip-components=1']);
  await mkdir(join(modules, '@types'));
  await symlink(resolve(root, 'node_modules/@types/node'), join(modules, '@types/node'));
  await symlink(resolve(root, 'node_modules/undici-types'), join(modules, 'undici-types'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const [index, { source }] of examples.entries()) await writeFile(join(folder, `example-${index}.ts`), source);
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** What each example prints. */
const expected: Record<string, RegExp> = {
  'Make a call': /initiated\n[\s\S]*ended_by_\w+\n[\s\S]*Assistant: Hello Ada, do you have a minute\?/,
  Lists: /^1 calls on 1 pages\n\d+ \+12025550100 ended_by_\w+\n$/,
  Errors: /^400 Invalid phone number \{\} undefined /,
  'Retries and idempotency': /^true\n$/,
  Webhooks: /^call\.completed 1 completed\n204\n$/,
};

describe('the packed client', () => {
  it('has types that a strict project compiles with, and declarations that are correct themselves', async () => {
    const options = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', types: ['node'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
    const compiled = await run(resolve(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error: unknown) => error);
    expect(compiled).toMatchObject({ stdout: '' });
  });

  it.each(examples.map(({ heading }, index) => [heading, index] as const))(
    'does what its README shows: %s',
    async (heading, index) => {
      const { baseUrl, token, users } = running();
      const { stdout } = await run(process.execPath, [`example-${index}.ts`], {
        cwd: folder,
        env: {
          ...process.env,
          RINGBACK_URL: baseUrl,
          RINGBACK_TOKEN: token(1),
          RINGBACK_MODEL: 'rehearsal',
          RINGBACK_WEBHOOK_SECRET: users[0]!.webhook_secret,
        },
      });
      expect(stdout).toMatch(expected[heading]!);
    },
  );
});
