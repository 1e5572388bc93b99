import { describe, expect, it } from 'vitest';
import { commandGroups } from '#infra/admin/command-groups.ts';
import { runAdmin } from '#infra/admin/run-admin.ts';
import { createProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { setupAdmin } from '#test/infra/admin/admin.ts';

const commandLines = commandGroups.flatMap(({ name, commands }) =>
  commands.map((create) => {
    const command = create({
      deps: () => Promise.reject(new Error('unused')),
      print: () => undefined,
      progress: createProgressBar(undefined),
    });
    return `${name} ${command.name()}`;
  }),
);

describe('admin command line', () => {
  it.each(commandLines)('shows how to use "%s", with an example', async (line) => {
    const { exitCode, out } = await setupAdmin().run(...line.split(' '), '--help');
    expect(exitCode).toBe(0);
    expect(out).toContain(`Usage: npm run admin -- ${line}`);
    expect(out).toMatch(new RegExp(`Examples?:\\n.*npm run (--silent )?admin -- ${line}`));
    expect(out).toContain('--json');
  });

  it.each([
    { args: [], error: /^name a command/ },
    { args: ['user'], error: /^name a command/ },
    { args: ['usr'], error: /^unknown command 'usr' \(Did you mean user\?\)$/ },
    { args: ['user', 'make'], error: /^unknown command 'make'$/ },
    { args: ['user', 'create'], error: /^required option '--name <name>' not specified$/ },
    { args: ['user', 'create', '--name', ' '], error: /must have 1 to 255 characters/ },
    { args: ['user', 'create', '--name', 'x', '--colour', 'red'], error: /^unknown option '--colour'$/ },
    { args: ['user', 'create', '--name', 'x', '--email', 'unknown'], error: /must be an e-mail address/ },
    { args: ['token', 'list', '--user', '0'], error: /must be a positive whole number/ },
    { args: ['token', 'list', '--user', '1.5'], error: /must be a positive whole number/ },
    { args: ['token', 'list', '--user', '9'], error: /^there is no user 9$/ },
    { args: ['token', 'issue', '--user', '9', '--name', 'x'], error: /^there is no user 9$/ },
    { args: ['token', 'issue', '--user', '1', '--name', 'x', '--expires', '2026-02-30'], error: /must be a UTC date/ },
    { args: ['token', 'issue', '--user', '1', '--name', 'x', '--expires', 'soon'], error: /must be a UTC date/ },
    { args: ['token', 'issue', '--user', '1', '--name', 'x', '--expires', '2026-01-01'], error: /in the past$/ },
    { args: ['token', 'revoke', '--user', '1', '5'], error: /^user 1 has no token 5$/ },
    { args: ['token', 'revoke', '--user', '1'], error: /^missing required argument 'token-id'$/ },
    { args: ['number', 'add', '--user', '1', '--number', '12345'], error: /^12345 is not a valid phone number/ },
    { args: ['number', 'add', '--user', '1', '--number', '+12025550001', '--type', 'x'], error: /one of Normal, SIP/ },
    { args: ['number', 'add', '--user', '9', '--number', '+12025550001'], error: /^there is no user 9$/ },
    { args: ['balance', 'add', '--user', '1', '--amount', '1.0000001'], error: /at most 6 decimals/ },
    { args: ['balance', 'add', '--user', '1', '--amount', '0'], error: /must not be zero/ },
    { args: ['balance', 'add', '--user', '1', '--amount', '1000001'], error: /nor more than 1000000$/ },
    { args: ['balance', 'add', '--user', '9', '--amount', '1'], error: /^there is no user 9$/ },
    { args: ['campaign', 'create', '--user', '9', '--name', 'x'], error: /^there is no user 9$/ },
    { args: ['call', 'show', '5'], error: /^name the user/ },
    { args: ['call', 'show', '1/5', '--user', '2'], error: /names user 1, and --user names user 2$/ },
    { args: ['call', 'show', '1/2/3'], error: /must be an id, or user\/id/ },
    { args: ['call', 'show', '1/5'], error: /^user 1 has no call 5$/ },
    { args: ['call', 'trace', '1/5'], error: /^user 1 has no call 5$/ },
    { args: ['dlq', 'show', 'calls'], error: /must be one of dial-calls, .*send-sms, .*finish-call/ },
    { args: ['dlq', 'redrive'], error: /^missing required argument 'queue'$/ },
    { args: ['webhook', 'replay', '--user', '1', '5'], error: /^user 1 has no webhook delivery for 5$/ },
    { args: ['webhook', 'replay', '--user', '1', 'evt_5_x'], error: /^user 1 has no webhook delivery for evt_5_x$/ },
  ])('exits 1 with one line on $args', async ({ args, error }) => {
    const { json, run } = setupAdmin();
    await json('user', 'create', '--name', 'Acme');
    const result = await run(...args);
    expect(result).toMatchObject({ exitCode: 1, out: '' });
    expect(result.error.split('\n')).toHaveLength(2);
    expect(result.error.slice('error: '.length).trimEnd()).toMatch(error);
  });

  it('puts a failure of many lines on one, with its name', async () => {
    const printed: string[] = [];
    const exitCode = await runAdmin(['user', 'list'], {
      connect: () => Promise.reject(new TypeError('first\n  second')),
      out: (text) => printed.push(text),
      error: (text) => printed.push(text),
      env: {},
    });
    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: ['error: TypeError: first second\n'] });
  });

  it.each([
    { args: [], env: {}, target: { table: undefined, dataDir: '.data' } },
    { args: [], env: { DATA_DIR: '/tmp/x' }, target: { table: undefined, dataDir: '/tmp/x' } },
    { args: ['--data-dir', 'there'], env: { DATA_DIR: '/tmp/x' }, target: { table: undefined, dataDir: 'there' } },
    { args: [], env: { TABLE_NAME: 'prod' }, target: { table: 'prod' } },
    {
      args: ['--table', 'test', '--region', 'eu-west-1'],
      env: { TABLE_NAME: 'prod' },
      target: { table: 'test', region: 'eu-west-1' },
    },
    { args: ['--table', 'test', '--profile', 'ops'], env: {}, target: { table: 'test', profile: 'ops' } },
  ])('connects to $target with $args and $env', async ({ args, env, target }) => {
    const { deps } = setupAdmin();
    const targets: unknown[] = [];
    const connect = async (asked: unknown) => {
      targets.push(asked);
      return deps;
    };
    await runAdmin(['user', 'list', ...args], { connect, out: () => undefined, error: () => undefined, env });
    expect(targets).toEqual([expect.objectContaining(target)]);
  });

  it('prints tables for people', async () => {
    const { run } = setupAdmin();
    const { out } = await run('user', 'create', '--name', 'Acme');
    expect(out).toMatch(/^name +Acme$/m);
    expect(out).toMatch(/^email +–$/m);
    await expect(run('campaign', 'list', '--user', '1')).resolves.toMatchObject({ out: 'none\n' });
  });
});
