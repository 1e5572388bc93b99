import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { render } from '#clients/cli/src/output.ts';
import { readDeployArguments, type DeployArguments } from '#infra/cloud/deploy/deploy-arguments.ts';
import {
  deployedRelease,
  releaseRefusal,
  stepsAfterUpgrade,
  type DeployedRelease,
} from '#infra/cloud/deploy/deployed-release.ts';
import { deploymentPlan } from '#infra/cloud/deploy/deployment-plan.ts';
import { awsCommandLine, commandsAfterFailure } from '#infra/cloud/deploy/failed-creation.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { STUDIO_FOLDER } from '#infra/cloud/studio/studio-headers.ts';
import { plain } from '#infra/text/output.ts';
import { OperatorError } from '#shared/platform/errors.ts';

/** Beside the assembly that was deployed. */
const OUTPUTS = 'cdk.out/outputs.json';

const HELP = `npm run deploy -- [--dry-run] [-c stage=<stage>] [arguments of cdk deploy]

  --dry-run          explain what would be created, and which quotas it needs; changes nothing
  -c stage=<stage>   ${Object.keys(stages).join(', ')}; dev without it
  --profile <name>   the AWS profile for the stacks and the studio's files

All arguments of cdk deploy: npx cdk deploy --help
`;

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  process.stdout.write(HELP);
  process.exit(0);
}
const { isDryRun, stage, profile, rest } = readArguments();
// For the upload, too: the profile of cdk may be of another account than the credentials of the shell.
if (profile !== undefined) process.env['AWS_PROFILE'] = profile;
if (isDryRun) {
  const config = stages[stage];
  // CDK and the clients of AWS take most of a second to load: not for what is refused.
  const { synthesiseStacks } = await import('#infra/cloud/deploy/synthesise-stacks.ts');
  const plan = deploymentPlan({ stage, config, stacks: await synthesiseStacks(stage, config) });
  process.stdout.write(render(plan, { ...plain, json: false }));
} else {
  const aws = awsCommandLine(profile);
  const deployed = await deployedRelease(`ringback-${stage}`, aws);
  if ((await isReady(stage, profile)) && mayFollow(deployed)) await deploy(deployed);
}

async function deploy(before: DeployedRelease | undefined): Promise<void> {
  const cdk = spawn('cdk', ['deploy', '--all', '--outputs-file', OUTPUTS, ...rest], { stdio: 'inherit' });
  const [code]: unknown[] = await once(cdk, 'close');
  process.exitCode = typeof code === 'number' ? code : 1;
  if (code !== 0) return;
  await deployStudio(OUTPUTS, `ringback-${stage}`);
  const steps = before ? stepsAfterUpgrade(before) : [];
  if (steps.length > 0) process.stdout.write(`Run these commands to complete the upgrade:\n\n${steps.join('\n')}\n`);
}

/** False where this release cannot follow the deployed one, and prints the steps that help. */
function mayFollow(deployed: DeployedRelease | undefined): boolean {
  const refusal = deployed && releaseRefusal(stage, deployed);
  if (refusal === undefined) return true;
  process.stderr.write(refusal);
  process.exitCode = 1;
  return false;
}

function readArguments(): DeployArguments {
  try {
    return readDeployArguments(process.argv.slice(2), process.env);
  } catch (error) {
    if (error instanceof OperatorError) {
      process.stderr.write(`deploy: ${error.message}\n`);
      process.exit(1);
    }
    throw error;
  }
}

/** False after a failed first deployment, and prints what has to be done before the next one. */
async function isReady(stageName: string, awsProfile: string | undefined): Promise<boolean> {
  const commands = await commandsAfterFailure(`ringback-${stageName}`, awsCommandLine(awsProfile));
  if (commands.length === 0) return true;
  process.stderr.write(`The last deployment could not create a stack. Run these commands, then deploy again:\n\n`);
  const account = awsProfile === undefined ? [] : [`export AWS_PROFILE=${awsProfile}`];
  process.stderr.write(`${[...account, ...commands].join('\n')}\n`);
  process.exitCode = 1;
  return false;
}

/** Uploads the studio where its stack was deployed with a bucket; `cdk deploy` of other stacks alone names none. */
async function deployStudio(outputs: string, name: string): Promise<void> {
  const Outputs = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.record(v.string(), v.string())));
  const found = v.parse(Outputs, await readFile(outputs, 'utf8'));
  const { StudioBucket: bucket, StudioUrl: url } = found[`${name}-studio`] ?? {};
  if (bucket === undefined) {
    if (url !== undefined) process.stdout.write(`The studio: at ${url}\n`);
    return;
  }
  const folder = resolve(import.meta.dirname, '../../../cdk.out', STUDIO_FOLDER);
  const { uploadStudio } = await import('#infra/cloud/deploy/upload-studio.ts');
  const count = await uploadStudio({ folder, bucket, settings: { api: found[name]?.['ApiUrl'] } });
  process.stdout.write(`The studio: ${count} files, at ${url ?? bucket}\n`);
}
