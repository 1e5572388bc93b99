import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = resolve(import.meta.dirname, '../../../infra/deploy/deploy.ts');
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

function deploy(...argv: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const { AWS_PROFILE: _, ...env } = process.env;
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
