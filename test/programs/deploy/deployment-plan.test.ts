import { beforeAll, describe, expect, it } from 'vitest';
import { render } from '#clients/cli/src/output.ts';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { readDeployArguments } from '#infra/cloud/deploy/deploy-arguments.ts';
import { deploymentPlan } from '#infra/cloud/deploy/deployment-plan.ts';
import { quotas } from '#infra/cloud/deploy/quotas.ts';
import { synthesiseStacks, type StackTemplate } from '#infra/cloud/deploy/synthesise-stacks.ts';
import { capacityOf } from '#infra/cloud/stage/capacity.ts';
import { stages, type StageConfig } from '#infra/cloud/stage/config.ts';
import { plain } from '#infra/text/output.ts';
import { builtInModels } from '#shared/catalog/models.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { secretNames } from '#shared/platform/secrets.ts';

describe.each(['dev', 'production'] as const)('the plan of %s', (stage) => {
  const config = stages[stage];
  let stacks: StackTemplate[];
  beforeAll(async () => void (stacks = await synthesiseStacks(stage, config)));
  const text = () => render(deploymentPlan({ stage, config, stacks }), { ...plain, json: false });

  it('names every function, queue, secret and alarm that the templates have', () => {
    const lines = new Set(text().split('\n'));
    const queues = manifest.filter((row) => row.kind === 'queue').map(({ queue }) => `ringback-${stage}-${queue}`);
    const names = [
      ...manifest.map(({ id }) => `ringback-${stage}-${id.replaceAll('/', '-')}`),
      ...queues.flatMap((queue) => [queue, `${queue}-dead-letters`]),
      ...secretNames.map((name) => `ringback/${stage}/${name}`),
      ...(config.alarms ? alarms.map(({ id }) => `ringback-${stage} ${id}`) : []),
    ];
    expect(names.filter((name) => !lines.has(name))).toEqual([]);
    expect(text()).toContain(`${manifest.length} functions`);
  });

  it('fits a terminal of 120 columns, with the longest name of a stage', async () => {
    const longest = 'production-emea';
    const plan = deploymentPlan({ stage: longest, config, stacks: await synthesiseStacks(longest, config) });
    const lines = render(plan, { ...plain, json: false }).split('\n');
    const commands = /^ *(?:aws|npm|npx|curl) /;
    expect(lines.filter((line) => line.length > 120 && !commands.test(line))).toEqual([]);
  });

  it('asks for the secrets that are set by hand, and for the parameters without a default', () => {
    expect(text()).toContain(`npm run deploy -- -c stage=${stage} --parameters ringback-${stage}:TwilioAccountSid=…`);
    const asked = [...text().matchAll(/--secret-id ringback\/\w+\/([\w-]+)/g)].map(([, name]) => name);
    expect(asked).toEqual(['twilio-auth-token', 'twilio-api-key-secret', 'openai-api-key', 'openai-webhook-secret']);
  });

  it('needs the concurrency that the templates reserve, and what AWS keeps unreserved beside it', () => {
    const reserved = Object.values(capacityOf(config).reservedConcurrency).reduce((total, one) => total + one, 0);
    const [toDeploy, underLoad] = quotas({ stage, config, stacks });
    expect(toDeploy?.needs).toBe(reserved === 0 ? 10 : reserved + 100);
    expect(underLoad?.needs).toBe(config.accountConcurrency);
  });
});

it('asks for one call of each Claude model by an administrator, where the stage uses Bedrock, and of no model elsewhere', () => {
  const asked = (languageModels: StageConfig['languageModels']) => {
    const config = { ...stages.production, languageModels };
    const text = render(deploymentPlan({ stage: 'production', config, stacks: [] }), { ...plain, json: false });
    return text
      .split('Step 3:')[1]!
      .split('Step 4:')[0]!
      .match(/aws bedrock-runtime converse --region \S+ --model-id \S+/g);
  };
  const claude = builtInModels.filter(({ name }) => name.startsWith('claude-'));
  expect(asked({ openai: false, bedrockRegion: 'eu-central-1' })).toEqual(
    claude.map(({ providerModel }) => `aws bedrock-runtime converse --region eu-central-1 --model-id ${providerModel}`),
  );
  expect(claude).toHaveLength(3);
  expect(asked({ openai: true })).toBeNull();
});

it.each([
  { argv: [], expected: { isDryRun: false, stage: 'dev', rest: [] } },
  {
    argv: ['--dry-run', '-c', 'stage=production'],
    expected: { isDryRun: true, stage: 'production', rest: ['-c', 'stage=production'] },
  },
  {
    argv: ['--context=stage=production', '--parameters', 'x:Stage=1'],
    expected: {
      isDryRun: false,
      stage: 'production',
      rest: ['--context=stage=production', '--parameters', 'x:Stage=1'],
    },
  },
  {
    argv: ['--profile', 'work', '-c', 'stage=dev'],
    expected: { isDryRun: false, stage: 'dev', profile: 'work', rest: ['--profile', 'work', '-c', 'stage=dev'] },
  },
  {
    argv: ['--profile=other', '--parameters', 'x:Profile=1'],
    expected: {
      isDryRun: false,
      stage: 'dev',
      profile: 'other',
      rest: ['--profile=other', '--parameters', 'x:Profile=1'],
    },
  },
])('reads the arguments $argv', ({ argv, expected }) => expect(readDeployArguments(argv)).toEqual(expected));

it('refuses a stage that does not exist', () => {
  expect(() => readDeployArguments(['-c', 'stage=prod'])).toThrow('stage must be one of dev, rehearsal, production');
});

it.each([
  { studio: 'cloudfront', says: 'CloudFront: distributions, of a verified account, for the studio: 1' },
  { studio: 'api', says: 'The studio\nThe API serves it, at its own address.' },
  { studio: false, says: 'The studio\nnone' },
] as const)('says what serves the studio: $studio', ({ studio, says }) => {
  const config: StageConfig = { ...stages.production, studio };
  expect(render(deploymentPlan({ stage: 'production', config, stacks: [] }), { ...plain, json: false })).toContain(
    says,
  );
});

it.each(['us-gov-west-1', 'cn-north-1'])('refuses CloudFront in %s, which has none', (region) => {
  expect(() => readDeployArguments([], { AWS_REGION: region })).toThrow(`${region} has no CloudFront`);
});
