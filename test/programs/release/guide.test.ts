import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { release } from '#infra/cloud/stage/release.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [, section = ''] = readFileSync(join(root, 'docs/guide.md'), 'utf8').split('\n## Upgrade and roll back\n');
const blocks = [...section.split('\n## ')[0]!.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
const [upgrade = '', afterwards = '', rollBack = ''] = blocks;

/** A program that the guide calls, in front of the real one. */
function program(name: string, body: string) {
  writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $@" >> ${folder}/calls\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
}

interface Run {
  code: number;
  stdout: string;
  stderr: string;
  calls: string[];
}

/** Runs commands of the guide in this checkout, where these outputs of the stacks are deployed. */
async function run(commands: string, data: Record<string, string>, service = data): Promise<Run> {
  const outputs = (values: object) =>
    Object.entries(values).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue: String(OutputValue) }));
  const stack = (StackName: string, values: object) => ({
    StackName,
    StackStatus: 'UPDATE_COMPLETE',
    Outputs: outputs(values),
  });
  const stacks = [stack('ringback-production-data', data), stack('ringback-production', service)];
  writeFileSync(join(folder, 'stacks.json'), JSON.stringify({ Stacks: stacks }));
  rmSync(join(folder, 'calls'), { force: true });
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, STAGE: 'production' };
  const options = { env, cwd: folder };
  const { code, stdout, stderr } = await new Promise<Omit<Run, 'calls'>>((done) => {
    execFile('bash', ['-e', '-c', commands], options, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout: out, stderr: err }),
    );
  });
  return { code, stdout, stderr, calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') };
}

beforeEach(() => {
  program('git', ':');
  program('npx', ':');
  program('aws', `cat ${folder}/stacks.json`);
  program('cdk', 'mkdir -p cdk.out; echo {} > cdk.out/outputs.json');
  program(
    'npm',
    `[ "$2" = deploy ] || exit 0; shift 3; exec ${process.execPath} ${root}/infra/cloud/deploy/deploy.ts "$@"`,
  );
});

it('the upgrade of the guide deploys over 0.1.0, and prints the commands that it names for afterwards', async () => {
  const { code, calls, stdout } = await run(upgrade, {});
  expect(code).toBe(0);
  expect(calls).toContain('npm run deploy -- -c stage=production');
  expect(calls).toContain('cdk deploy --all --outputs-file cdk.out/outputs.json -c stage=production');
  expect(stdout.trim().split('\n\n')).toEqual(['Run these commands to complete the upgrade:', afterwards.trim()]);
});

it('the roll-back of the guide deploys over a later release that this one can read', async () => {
  const { code, calls } = await run(rollBack, { Release: '9.9.0', RollsBackTo: release.version });
  expect(code).toBe(0);
  expect(calls.filter((call) => call.startsWith('cdk deploy'))).toHaveLength(1);
});

it.each([
  ['the roll-back', rollBack, { Release: '9.9.0', RollsBackTo: '9.8.0' }, '9.8.0'],
  ['an upgrade that skips a release', upgrade, { Release: '0.0.1', RollsBackTo: '0.0.1' }, release.upgradesFrom],
])(
  '%s is refused where this release cannot follow, with the commands that help',
  async (_, commands, deployed, first) => {
    const { code, calls, stderr } = await run(commands, deployed);
    expect(code).toBe(1);
    expect(calls.filter((call) => call.startsWith('cdk'))).toEqual([]);
    expect(stderr).toContain(`git checkout v${first}\nnpm ci\nnpm run deploy -- -c stage=production\n`);
  },
);

it('every command of the section exists, and every tag is one that `npm run release` makes', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const text = blocks.join('\n');
  const names = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
  const tags = [...text.matchAll(/git checkout (\S+)/g)].map(([, tag = '']) => tag);
  expect(tags.filter((tag) => !/^v\d+\.\d+\.\d+$/.test(tag))).toEqual([]);
});
