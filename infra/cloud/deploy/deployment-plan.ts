import type { Printout, Row, Section } from '#clients/cli/src/output.ts';
import { quotas, type Quota } from '#infra/cloud/deploy/quotas.ts';
import type { StackTemplate, Deployment } from '#infra/cloud/deploy/synthesise-stacks.ts';
import type { StageConfig } from '#infra/cloud/stage/config.ts';
import { builtInModels } from '#shared/catalog/models.ts';

type Resource = StackTemplate['Resources'][string];

/** What is listed by name, and the property that names it. Everything else is counted in its stack. */
const named: ReadonlyArray<[what: string, type: string, property: string]> = [
  ['tables', 'AWS::DynamoDB::GlobalTable', 'TableName'],
  ['buckets', 'AWS::S3::Bucket', 'BucketName'],
  ['secrets', 'AWS::SecretsManager::Secret', 'Name'],
  ['queues', 'AWS::SQS::Queue', 'QueueName'],
  ['functions', 'AWS::Lambda::Function', 'FunctionName'],
  ['APIs', 'AWS::ApiGatewayV2::Api', 'Name'],
  ['schedules', 'AWS::Events::Rule', 'Name'],
  ['alarms', 'AWS::CloudWatch::Alarm', 'AlarmName'],
  ['topics', 'AWS::SNS::Topic', 'TopicName'],
  ['dashboards', 'AWS::CloudWatch::Dashboard', 'DashboardName'],
];

/** Explains, step by step, what a deployment creates, which quotas it needs, and the commands in their order. */
export function deploymentPlan(deployment: Deployment): Printout {
  const { stage, stacks } = deployment;
  const created = stacks.flatMap(createdBy);
  const kinds = named.flatMap(([what]) => {
    const names = created.filter((one) => one.what === what).flatMap((one) => one.names);
    return names.length === 0 ? [] : [{ what, names }];
  });
  const steps: Section[] = [
    { text: `Dry run of ${stage}: changes nothing and asks no account. Commands are in the guide, docs/guide.md.` },
    { title: 'Step 0: quotas of the accounts', text: quotas(deployment).map(quotaText).join('\n') },
    { title: 'The studio', text: STUDIO[String(deployment.config.studio)] ?? '' },
    { title: 'Step 1: prepare the account once per region', text: BOOTSTRAP },
    { title: 'Step 2: deploy', text: deployCommand(deployment) },
    { title: 'Parameters: pass them once, the stack remembers them', rows: parametersOf(stacks) },
    { title: 'Stacks, in the order of their deployment', rows: stacks.map(stackRow) },
    { title: 'Resources', text: stacks.map(resourcesText).join('\n') },
    { title: 'Named resources', rows: created.map(({ stack, what, names }) => ({ stack, what, count: names.length })) },
    ...kinds.map(({ what, names }): Section => ({ title: `${names.length} ${what}`, text: names.join('\n') })),
    {
      title: 'Step 3: set the secrets that the deployment cannot know, and activate models',
      text: [...secretsToSet(deployment), ...modelsToActivate(deployment.config)].join('\n'),
    },
    { title: 'Step 4: check', text: checkCommands(deployment) },
  ];
  return { json: { stage, stacks: stacks.map(stackRow), created }, sections: steps };
}

/** By the setting of the stage. */
const STUDIO: Record<string, string> = {
  cloudfront: 'CloudFront serves it, from a bucket.',
  api: 'The API serves it, at its own address. A visit takes a few executions of the account.',
  false: 'none',
};

const BOOTSTRAP = 'npx cdk bootstrap aws://$(aws sts get-caller-identity --query Account --output text)/$AWS_REGION';

function deployCommand({ stage, stacks }: Deployment): string {
  const required = stacks.flatMap(({ name, Parameters }) =>
    Object.entries(Parameters)
      .filter(([, { Default }]) => Default === undefined)
      .map(([parameter]) => ` --parameters ${name}:${parameter}=…`),
  );
  return `npm run deploy -- -c stage=${stage}${required.join('')}`;
}

function parametersOf(stacks: readonly StackTemplate[]): Row[] {
  return stacks.flatMap(({ name, Parameters }) =>
    Object.entries(Parameters)
      .filter(([, { Type }]) => !Type.startsWith('AWS::SSM::'))
      .map(([parameter, { Default, Description }]) => ({
        parameter: `${name}:${parameter}`,
        required: Default === undefined,
        description: Description,
      })),
  );
}

/** The most that CloudFormation takes in a stack. */
const MOST_RESOURCES = 500;

function stackRow({ name, Resources }: StackTemplate): Row {
  const resources = Object.keys(Resources).length;
  return { stack: name, resources, 'of 500': `${Math.ceil((100 * resources) / MOST_RESOURCES)} %` };
}

function resourcesText({ name, Resources }: StackTemplate): string {
  const types = Object.values(Resources).map(({ Type }) => Type.replace(/^AWS::/, ''));
  const counts = Object.entries(Object.groupBy(types, (type) => type)).map(([type, all]) => `${all?.length} ${type}`);
  return `- ${name}\n${linesOf(counts)}`;
}

/** The width that output has without a terminal. */
const COLUMNS = 120;

/** Words in lines that are indented by two spaces. */
function linesOf(words: readonly string[]): string {
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = `  ${word}`;
    else if (last.length + word.length + 3 <= COLUMNS) lines[lines.length - 1] = `${last}, ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines.join(',\n');
}

function createdBy({ name: stack, Resources }: StackTemplate): Array<{ stack: string; what: string; names: string[] }> {
  return named.flatMap(([what, type, property]) => {
    const names = Object.values(Resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) => textOf(Properties[property]));
    return names.length === 0 ? [] : [{ stack, what, names }];
  });
}

/** A name as text. CloudFormation fills in account and region. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value) ?? 'named by AWS';
  const parts = [...text.matchAll(/"(?:Ref":"AWS::)?([\w/ -]+)"/g)].map(([, part]) => part);
  return parts.filter((part) => part !== 'Fn::Join').join('') || text;
}

const quotaText = ({ quota, needs, why, check }: Quota) => `- ${quota}: ${needs}\n  ${why}\n  ${check}`;

function secretsToSet({ config, stacks }: Deployment): string[] {
  const secrets = stacks.flatMap(({ Resources }) => Object.values(Resources)).filter(isSetByHand);
  return secrets.map(({ Properties }) => {
    const secret = textOf(Properties['Name']);
    const command = `aws secretsmanager put-secret-value --secret-id ${secret} --secret-string "…"`;
    return `- ${secret}: ${whenNeeded(secret, config)}\n  ${command}`;
  });
}

const isSetByHand = ({ Type, Properties }: Resource): boolean =>
  Type === 'AWS::SecretsManager::Secret' && /set by hand/.test(textOf(Properties['Description']));

function whenNeeded(secret: string, { languageModels }: StageConfig): string {
  if (/\/(?:twilio-auth-token|carrier-secret)/.test(secret)) return 'always';
  if (secret.endsWith('/twilio-api-key-secret')) return 'for web calls';
  if (secret.endsWith('/openai-api-key') && languageModels.openai) return 'always: the stage uses models of OpenAI';
  return 'for multimodal calls';
}

/**
 * The first call of a Claude model in an account subscribes to it at AWS Marketplace, which the roles of the functions may not do.
 * Amazon's own models need none. https://docs.aws.amazon.com/bedrock/latest/userguide/model-access.html
 */
function modelsToActivate({ languageModels: { bedrockRegion } }: StageConfig): string[] {
  if (bedrockRegion === undefined) return [];
  const claude = builtInModels.filter(({ providerModel }) => providerModel.includes('anthropic.'));
  return claude.map(({ name, providerModel }) => {
    const command = `aws bedrock-runtime converse --region ${bedrockRegion} --model-id ${providerModel}`;
    const messages = `--messages '[{"role":"user","content":[{"text":"Hello"}]}]'`;
    return `- ${name}, if you use it: once in the account, as an administrator, after Anthropic's use case form\n  ${command} ${messages}`;
  });
}

function checkCommands({ stage, config }: Deployment): string {
  const name = `ringback-${stage}`;
  const commands = [
    `export TABLE_NAME=${name}`,
    `aws cloudformation describe-stacks --stack-name ${name} --query "Stacks[0].Outputs"`,
    ...(config.alarms ? [`aws sns subscribe --topic-arn … --protocol email --notification-endpoint …`] : []),
    'npm run admin -- user create --name …',
    'npm run admin -- number add --user 1 --number +1… --sms',
  ];
  return commands.join('\n');
}
