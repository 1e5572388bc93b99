import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { carrierVariables, withCarrierAccounts } from '#infra/cloud/constructs/carrier-account-grants.ts';
import { bedrockGrant } from '#infra/cloud/constructs/language-model-grant.ts';
import type { Resources } from '#infra/cloud/constructs/resources.ts';
import {
  dialingVariables,
  smsVariables,
  webCallVariables,
  webhookVariables,
} from '#infra/cloud/constructs/stage-variables.ts';
import { consumptionOf, type QueueAddress } from '#infra/cloud/constructs/work-queue.ts';
import { destinationsVariable, type StageConfig } from '#infra/cloud/stage/config.ts';
import {
  recordingActions,
  type Capability,
  type HttpRow,
  type ManifestRow,
  type RecordingAction,
  type TableAction,
} from '#shared/manifest/manifest-row.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';
import { secretNames } from '#shared/platform/secrets.ts';

/** The effect of a row's capabilities: permissions, and environment variables. */
export interface Provision {
  environment: Record<string, string>;
  statements: PolicyStatement[];
}

const TABLE_ACTIONS: Record<TableAction, string> = {
  get: 'dynamodb:GetItem',
  'batch-get': 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  // A condition on an item that the transaction does not change.
  check: 'dynamodb:ConditionCheckItem',
  'batch-write': 'dynamodb:BatchWriteItem',
};

/** Returns the permissions and the environment of a row's function. Both come from its capabilities, so that they agree. */
export function provide(row: ManifestRow, resources: Resources): Provision {
  const provisions = [
    provideMetrics(row, resources),
    ...row.uses.map((capability) => provideOne(capability, row, resources)),
  ];
  if (row.kind === 'queue') provisions.push(provideWorker(row.queue, resources));
  if (row.kind === 'http') provisions.push(provideRateLimit(row, resources));
  return {
    environment: Object.assign({}, ...provisions.map(({ environment }) => environment)),
    statements: provisions.flatMap(({ statements }) => statements),
  };
}

/** The metrics namespace, except for schedules, which only log. */
function provideMetrics({ kind, uses }: ManifestRow, { metricsNamespace }: Resources): Provision {
  const counts = kind !== 'schedule' || uses.includes('metrics');
  return environmentOnly(counts ? { METRICS_NAMESPACE: metricsNamespace } : {});
}

/** Every endpoint counts its requests, in the buckets of rate limits and nowhere else. */
function provideRateLimit({ auth }: HttpRow, { table, rateLimit }: Resources): Provision {
  const environment = {
    TABLE_NAME: table.tableName,
    RATE_LIMIT_PER_MINUTE: String(rateLimit.requestsPerMinute),
    RATE_LIMIT_BURST: String(rateLimit.burst),
  };
  const buckets = allowTable('dynamodb:UpdateItem', table, ['RATE_LIMIT#*']);
  return { environment, statements: auth === 'none' ? [] : [buckets] };
}

function provideOne(capability: Capability, row: ManifestRow, resources: Resources): Provision {
  switch (capability) {
    case 'carrier':
      return environmentOnly(carrierVariables(resources));
    case 'metrics':
      return environmentOnly({});
    case 'calling-hours':
      return environmentOnly({ CALLING_HOURS: resources.dialing.callingHours });
    case 'dialing':
      return environmentOnly(dialingVariables(resources));
    case 'destinations':
      return environmentOnly(destinationsVariable(resources.destinations));
    case 'sms':
      return environmentOnly(smsVariables(resources));
    case 'realtime':
      return environmentOnly(realtimeVariables(resources));
    case 'web-calls':
      return environmentOnly(webCallVariables(resources));
    case 'public-url':
      return environmentOnly({ PUBLIC_URL: resources.publicUrl });
    case 'socket-url':
      return environmentOnly({ SOCKET_URL: resources.socketUrl });
    case 'socket:send':
      return {
        environment: { SOCKET_MANAGEMENT_URL: resources.socketManagementUrl },
        statements: [allow(['execute-api:ManageConnections'], resources.connectionsArn)],
      };
    case 'language-model:stream':
      return grantLanguageModels('bedrock:InvokeModelWithResponseStream', resources.languageModels);
    case 'language-model:answer':
      return grantLanguageModels('bedrock:InvokeModel', resources.languageModels);
    case 'models':
      return environmentOnly(modelVariables(resources));
    case 'queue-depths':
      return provideDepths(resources);
    case 'webhook:send':
      return environmentOnly(
        row.kind === 'queue' && row.queue.startsWith('deliver-') ? webhookVariables(resources) : {},
      );
    default:
      return provideNamed(capability, row, resources);
  }
}

function provideNamed(
  capability: Extract<Capability, `${'table' | 'recording' | 'queue' | 'secret'}:${string}`>,
  { partitions }: ManifestRow,
  resources: Resources,
): Provision {
  const { table, queues } = resources;
  for (const action of recordingActions) {
    if (capability === `recording:${action}`) return provideRecordings(action, resources);
  }
  for (const [name, action] of Object.entries(TABLE_ACTIONS)) {
    if (capability !== `table:${name}`) continue;
    return { environment: { TABLE_NAME: table.tableName }, statements: [allowTable(action, table, partitions)] };
  }
  for (const [name, address] of queues) {
    if (capability === `queue:${name}`) return provideQueue(name, address);
  }
  for (const name of secretNames) {
    if (capability !== `secret:${name}`) continue;
    const { variables, secrets } = withCarrierAccounts(name, resources);
    return {
      environment: { SECRETS_PREFIX: resources.secretsPrefix, ...variables },
      statements: secrets.map((one) => allow(['secretsmanager:GetSecretValue'], resources.secretArn(one))),
    };
  }
  throw new Error(`there is nothing to give for ${capability}`);
}

function provideRecordings(
  action: RecordingAction,
  { publicUrl, recordings: { bucket, settings } }: Resources,
): Provision {
  const objects = bucket.arnForObjects('*');
  const own = { RECORDINGS_BUCKET: bucket.bucketName };
  const retention = { RECORDING_RETENTION_DAYS: String(settings.retentionDays) };
  const removal = { REMOVE_CARRIER_RECORDINGS: String(settings.removeAtCarrier) };
  const provisions: Record<RecordingAction, Provision> = {
    link: environmentOnly({ PUBLIC_URL: publicUrl, ...retention }),
    // A signed URL has the permissions of the function that signed it.
    read: { environment: { ...own, ...retention }, statements: [allow(['s3:GetObject'], objects)] },
    write: {
      environment: { ...own, ...retention, ...removal },
      statements: [allow(['s3:PutObject', 's3:AbortMultipartUpload'], objects)],
    },
    delete: { environment: own, statements: [allow(['s3:DeleteObject'], objects)] },
  };
  return provisions[action];
}

function provideQueue(name: QueueName, { url, arn }: QueueAddress): Provision {
  return {
    environment: { [`${variableOf(name)}_QUEUE_URL`]: url },
    statements: [allow(['sqs:SendMessage'], arn)],
  };
}

function provideDepths({ queues }: Resources): Provision {
  const all = [...queues].map(([name, address]) => ({ variable: variableOf(name), ...address }));
  return {
    environment: Object.fromEntries(
      all.flatMap(({ variable, url, deadLetterUrl }) => [
        [`${variable}_QUEUE_URL`, url],
        [`${variable}_DLQ_URL`, deadLetterUrl],
      ]),
    ),
    statements: all.flatMap(({ arn, deadLetterArn }) =>
      [arn, deadLetterArn].map((queueArn) => allow(['sqs:GetQueueAttributes'], queueArn)),
    ),
  };
}

/** Any worker may requeue a message, or move one that does not parse to the dead-letter queue. */
function provideWorker(name: QueueName, { queues }: Resources): Provision {
  const address = queues.get(name);
  if (!address) throw new Error(`there is no queue ${name}`);
  const own = provideQueue(name, address);
  const { deadLetterUrl, deadLetterArn } = address;
  return {
    environment: { ...own.environment, [`${variableOf(name)}_DLQ_URL`]: deadLetterUrl },
    statements: [...own.statements, allow(['sqs:SendMessage'], deadLetterArn), consumptionOf(address)],
  };
}

function realtimeVariables({ languageModels, openAiProjectId }: Resources): Record<string, string> {
  const { openaiSipHost } = languageModels;
  return { OPENAI_PROJECT_ID: openAiProjectId, ...(openaiSipHost && { OPENAI_SIP_HOST: openaiSipHost }) };
}

function modelVariables({ languageModels, openAiProjectId }: Resources): Record<string, string> {
  const { openai, openaiServer, bedrockRegion, rehearsal = false } = languageModels;
  return {
    OPENAI_ENABLED: String(openai),
    OPENAI_PROJECT_ID: openAiProjectId,
    REHEARSAL_MODEL: String(rehearsal),
    ...(openaiServer && { OPENAI_BASE_URL: openaiServer.baseUrl }),
    ...(openaiServer?.model !== undefined && { OPENAI_MODEL: openaiServer.model }),
    ...(bedrockRegion !== undefined && { BEDROCK_REGION: bedrockRegion }),
  };
}

function grantLanguageModels(action: string, { bedrockRegion }: StageConfig['languageModels']): Provision {
  return { environment: {}, statements: bedrockRegion === undefined ? [] : [bedrockGrant(action)] };
}

const variableOf = (queue: QueueName) => queue.toUpperCase().replaceAll('-', '_');

const environmentOnly = (environment: Record<string, string>): Provision => ({ environment, statements: [] });

const allow = (actions: string[], resource: string) => new PolicyStatement({ actions, resources: [resource] });

/**
 * `ForAllValues` is true of a request without keys, so keys are required, too.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition_examples-multi-valued-context-keys.html
 */
function allowTable(action: string, { tableArn }: ITable, partitions: readonly string[] | undefined): PolicyStatement {
  const conditions = partitions && {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
  return new PolicyStatement({ actions: [action], resources: [tableArn], ...(conditions && { conditions }) });
}
