import { beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '#infra/admin/run-admin.ts';
import { readDeployArguments } from '#infra/cloud/deploy/deploy-arguments.ts';
import packageJson from '#package.json' with { type: 'json' };
import openapi from '#shared/openapi/openapi.json' with { type: 'json' };
import { awsProblems, hasModels, runPage, type GuideRun } from '#test/programs/guide/run-guide.ts';

const PAGE = 'docs/guide.md';
let guide: GuideRun;

beforeAll(() => {
  guide = runPage(PAGE);
}, 240_000);

const argumentsOf = (...start: string[]) =>
  guide.commands
    .filter((command) => start.every((word, index) => command[index] === word))
    .map((command) => command.slice(start.length));

/** `npm run --silent admin -- user list`: the script, and what it gets. */
const scripts = () =>
  argumentsOf('npm', 'run').map((words) => {
    const [script = '', ...rest] = words.filter((word) => word !== '--silent');
    return { script, hasDashes: rest[0] === '--', options: rest.slice(rest[0] === '--' ? 1 : 0) };
  });

describe('the commands of the guide, one after the other', () => {
  it('run to the end, with every variable set before it is used', () => {
    expect([guide.status, guide.stderr]).toEqual([0, '']);
    expect(guide.commands.length).toBeGreaterThan(70);
  });

  it('name scripts of the project, with -- before options', () => {
    const unknown = scripts().filter(({ script }) => !Object.hasOwn(packageJson.scripts, script));
    const swallowed = scripts().filter(({ hasDashes, options }) => options.length > 0 && !hasDashes);
    expect([unknown, swallowed]).toEqual([[], []]);
  });

  it('deploy what the deployment takes', () => {
    const deployments = scripts().filter(({ script }) => script === 'deploy');
    expect(deployments.length).toBeGreaterThan(4);
    for (const { options } of deployments) expect(readDeployArguments(options).stage).toBe('production');
  });

  it('are known to the admin command line, with their options', async () => {
    const admin = scripts().filter(({ script }) => script === 'admin');
    expect(admin.length).toBeGreaterThan(10);
    for (const { options } of admin) {
      let problem = '';
      await runAdmin(options, {
        connect: () => Promise.reject(new Error('parsed')),
        out: () => undefined,
        error: (text) => (problem += text),
        env: { TABLE_NAME: 'ringback-production', AWS_REGION: 'eu-central-1' },
      });
      // A command that reads a file first says that the file is not there.
      expect(problem, options.join(' ')).toMatch(/^error: (?:Error: parsed|ENOENT|.*no such file)/);
    }
  });

  it.runIf(hasModels)('are known to AWS, with their options and what is required', () => {
    const asked = argumentsOf('aws');
    expect(asked.length).toBeGreaterThan(30);
    expect(awsProblems(asked)).toEqual([]);
  });

  it('are known to cdk', () => {
    const known: Record<string, string[]> = {
      bootstrap: [],
      diff: ['-c'],
      destroy: ['-c'],
      import: ['-c'],
      deploy: ['--exclusively'],
    };
    for (const [command = '', ...rest] of argumentsOf('npx', 'cdk')) {
      expect(Object.keys(known)).toContain(command);
      const options = rest.filter((word) => word.startsWith('-'));
      expect(options.filter((option) => !known[command]?.includes(option))).toEqual([]);
    }
    expect(argumentsOf('npx', 'cdk').length).toBeGreaterThan(4);
  });

  it('check out a version that there is', () => {
    for (const [version] of argumentsOf('git', 'checkout')) expect(version).toMatch(/^v\d+\.\d+\.\d+$/);
    expect(argumentsOf('git', 'checkout').length).toBeGreaterThan(0);
  });

  it('ask the API for paths that it has, with bodies that are JSON', () => {
    const requests = argumentsOf('curl').filter((words) =>
      words.some((word) => word.startsWith('https://abc.execute-api')),
    );
    expect(requests).toHaveLength(3);
    for (const words of requests) {
      const url = words.find((word) => word.startsWith('https://'))!;
      const path = new URL(url).pathname.replace(/^\/api/, '');
      expect(Object.keys(openapi.paths)).toContain(path);
      expect(() => JSON.parse(words[words.indexOf('-d') + 1] ?? '') as unknown).not.toThrow();
    }
  });
});

describe('a mistake in the guide', () => {
  it.each([
    ['a variable that nothing sets', 'export TOKEN=', 'export OTHER=', /TOKEN: unbound variable/],
    ['a command that does not exist', 'npm ci', 'npm-ci', /npm-ci: command not found/],
  ])('is noticed: %s', (_, right, wrong, problem) => {
    const run = runPage(PAGE, (script) => script.replace(right, wrong));
    expect(run.status).not.toBe(0);
    expect(run.stderr).toMatch(problem);
  });

  it.runIf(hasModels).each([
    { words: ['secretsmanager', 'set-secret-value', '--secret-id', 'a'], problem: 'no operation set-secret-value' },
    { words: ['secretmanager', 'get-secret-value', '--secret-id', 'a'], problem: 'no service secretmanager' },
    { words: ['lambda', 'get-account-settings', '--queries', 'A'], problem: 'unknown --queries' },
    { words: ['dynamodb', 'delete-backup'], problem: 'missing --backup-arn' },
    { words: ['dynamodb', 'wait', 'table-exist'], problem: 'no waiter table-exist' },
  ])('is noticed by the models of AWS: $problem', ({ words, problem }) =>
    expect(awsProblems([words])).toEqual([expect.stringContaining(problem)]),
  );
});
