import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const bin = join(root, 'node_modules/.bin');
let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'scaffold-'));
  const tracked = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const top = new Set(
    execFileSync('git', tracked, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .map((file) => file.split('/')[0] ?? ''),
  );
  top.delete('');
  await Promise.all([...top].map((name) => cp(join(root, name), join(project, name), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
});
afterAll(() => rm(project, { recursive: true, force: true }));

function run(command: string, ...args: string[]): string {
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  return execFileSync(join(bin, command), args, { cwd: project, encoding: 'utf8', env, stdio: 'pipe' });
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: project });

describe('npm run new', () => {
  it('writes an endpoint that passes the check of what has changed without another edit', () => {
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', 'before');
    run('node', 'infra/generate/contribute/new.ts', 'endpoint', 'users/ping');
    expect(run('node', 'infra/generate/contribute/check.ts', '--changed')).toMatch(/^ok {2}tests/m);
  });

  const made = [
    'functions/http/users/create-note.ts',
    'test/functions/http/users/create-note.test.ts',
    'functions/queue/send-reminder.ts',
    'test/functions/queue/send-reminder.test.ts',
  ];

  it('writes an endpoint with a body, a worker and a setting that pass types, lint, format and their tests, too', () => {
    run('node', 'infra/generate/contribute/new.ts', 'endpoint', 'users/create-note', '--method', 'POST');
    run('node', 'infra/generate/contribute/new.ts', 'worker', 'send-reminder');
    run('node', 'infra/generate/contribute/new.ts', 'setting', 'hold_music');
    run('tsc', '--noEmit');
    run('oxlint', '--type-aware', '--deny-warnings', ...made, 'shared/manifest', 'shared/assistants');
    run(
      'oxfmt',
      '--check',
      ...made,
      'shared/manifest',
      'shared/assistants',
      'infra/generate/openapi',
      'infra/cloud/alarms',
    );
    expect(run('node', 'infra/generate/contribute/generate.ts', '--check')).toContain('up to date');
    const always = [
      'test/infra/manifest.test.ts',
      'test/infra/generate/openapi/generation-problems.test.ts',
      'test/settings',
    ];
    const tests = [...made.filter((file) => file.startsWith('test/')), ...always];
    expect(run('vitest', 'run', '--project', 'unit', ...tests)).toContain('passed');
  });

  it('refuses a name that exists, and writes nothing', () => {
    expect(() => run('node', 'infra/generate/contribute/new.ts', 'endpoint', 'calls/make-call')).toThrow(
      'exists already',
    );
  });

  it('names the endpoint, the worker or the setting that it cannot read', () => {
    expect(() => run('node', 'infra/generate/contribute/new.ts', 'endpoint', 'Ping')).toThrow('is not an endpoint id');
    expect(() => run('node', 'infra/generate/contribute/new.ts', 'endpoint', 'users/forbid-number')).toThrow(
      '"forbid" is not one of the usual verbs: add, cancel',
    );
    expect(() => run('node', 'infra/generate/contribute/new.ts', 'robot', 'x')).toThrow(
      'the kind is endpoint, worker or setting',
    );
  });
});
