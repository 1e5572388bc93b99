import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { render } from '#infra/admin/output.ts';
import { stages } from '#infra/config.ts';
import { readDeployArguments } from '#infra/deploy/deploy-arguments.ts';
import { deploymentPlan } from '#infra/deploy/deployment-plan.ts';
import { synthesiseStacks } from '#infra/deploy/synthesise-stacks.ts';

const HELP = `npm run deploy -- [--dry-run] [-c stage=<stage>] [arguments of cdk deploy]

  --dry-run          explain what would be created, and which quotas it needs; changes nothing
  -c stage=<stage>   ${Object.keys(stages).join(', ')}; dev without it

All arguments of cdk deploy: npx cdk deploy --help
`;

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  process.stdout.write(HELP);
  process.exit(0);
}
const { isDryRun, stage, rest } = readDeployArguments(process.argv.slice(2));
if (isDryRun) {
  const config = stages[stage];
  const plan = deploymentPlan({ stage, config, stacks: await synthesiseStacks(stage, config) });
  process.stdout.write(render(plan, false));
} else {
  const cdk = spawn('cdk', ['deploy', '--all', ...rest], { stdio: 'inherit' });
  const [code]: unknown[] = await once(cdk, 'close');
  process.exitCode = typeof code === 'number' ? code : 1;
}
