import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = resolve(import.meta.dirname, '../../../infra/cloud/deploy/deploy.ts');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-'));
  await command('cdk', 'echo "$AWS_PROFILE: $@"; exit 3');
  await command('aws', 'exit 255');
});
afterEach(() => rm(folder, { recursive: true }));

/** A command that the deployment finds instead of the real one. */
async function command(name: string, body: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`);
  await chmod(join(folder, name), 0o755);
}

function deploy(...argv: string[]) {
  return deployWith({}, ...argv);
}

function deployWith(
  variables: Readonly<Record<string, string | undefined>>,
  ...argv: string[]
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const { AWS_PROFILE: _, ...own } = process.env;
  const env = { ...own, ...variables };
  return new Promise((done) => {
    const options = { env: { ...env, PATH: `${folder}:${env['PATH']}` } };
    execFile(process.execPath, [script, ...argv], options, (error, stdout, stderr) =>
      done({ code: error?.code, stdout, stderr }),
    );
  });
}

it('without --dry-run deploys all stacks with the arguments, and ends with the status of cdk', async () => {
  await expect(deploy('-c', 'stage=dev', 'x')).resolves.toMatchObject({
    code: 3,
    stdout: ': deploy --all --outputs-file cdk.out/outputs.json -c stage=dev x\n',
  });
});

it.each([
  { typed: 'npm run deploy --dry-run', npm: { npm_config_dry_run: 'true' }, argv: [] },
  { typed: 'npm run deploy -c stage=production', npm: { npm_config_call: 'stage=production' }, argv: [] },
  { typed: 'npm run deploy --stage production', npm: { npm_config_stage: 'true' }, argv: ['production'] },
  { typed: 'npm run deploy --profile work', npm: { npm_config_profile: 'true' }, argv: ['work'] },
])('refuses `$typed`, of which npm keeps the option to itself: it would deploy dev', async ({ npm, argv }) => {
  const { code, stdout, stderr } = await deployWith(npm, ...argv);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('deploy: put -- before the options: npm run deploy -- --dry-run -c stage=production\n');
});

it.each([
  { argv: ['--dryrun'], says: 'unknown option --dryrun: use --dry-run' },
  { argv: ['--dry-run=true'], says: 'unknown option --dry-run=true: use --dry-run' },
  { argv: ['--stage', 'production'], says: 'unknown option --stage: use -c stage=…' },
  { argv: ['--stage=production'], says: 'unknown option --stage=production: use -c stage=…' },
  { argv: ['stage=production'], says: 'put -c before stage=production' },
  { argv: ['-c', 'stage=prod'], says: 'stage must be one of dev, rehearsal, production' },
])('refuses $argv, which cdk ignores: it would deploy dev', async ({ argv, says }) => {
  const { code, stdout, stderr } = await deploy(...argv);
  expect([code, stdout, stderr]).toEqual([1, '', `deploy: ${says}\n`]);
});

it('has the profile of cdk for everything: it uploads the studio into the account of the stacks', async () => {
  await expect(deploy('--profile', 'work')).resolves.toMatchObject({
    stdout: 'work: deploy --all --outputs-file cdk.out/outputs.json --profile work\n',
  });
});

it('prints what to do instead of deploying, where a protected stack could not be created the last time', async () => {
  const failed = {
    StackName: 'ringback-production',
    StackStatus: 'ROLLBACK_COMPLETE',
    EnableTerminationProtection: true,
  };
  await command(
    'aws',
    `case "$*" in *"--profile work"*) echo '${JSON.stringify({ Stacks: [failed] })}';; *) exit 1;; esac`,
  );
  const { code, stdout, stderr } = await deploy('--profile', 'work', '-c', 'stage=production');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(
    '\nexport AWS_PROFILE=work\naws cloudformation update-termination-protection --no-enable-termination-protection',
  );
});

it('refuses to roll back to a release that cannot read the table, and runs no cdk', async () => {
  const Outputs = Object.entries({ Release: '9.9.0', RollsBackTo: '9.8.0' });
  const data = {
    StackName: 'ringback-dev-data',
    StackStatus: 'UPDATE_COMPLETE',
    Outputs: Outputs.map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
  };
  await command('aws', `echo '${JSON.stringify({ Stacks: [data] })}'`);
  const { code, stdout, stderr } = await deploy('-c', 'stage=dev');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('git checkout v9.8.0\nnpm ci\nnpm run deploy -- -c stage=dev\n');
});
