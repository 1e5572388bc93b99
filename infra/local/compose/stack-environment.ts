import { stages } from '#infra/cloud/stage/config.ts';
import {
  RECORDINGS_BUCKET,
  TABLE_NAME,
  ACCOUNT_SID,
  APPLICATION_SID,
  API_KEY_SID,
  PROJECT_ID,
  accountsVariable,
} from '#infra/local/address/names.ts';
import type { QueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import { SOCKET_PATH } from '#infra/local/aws/socket/connections.ts';
import type { DataFolder } from '#infra/local/compose/data-folder.ts';
import type { StackOptions } from '#infra/local/compose/stack-options.ts';
import type { Services } from '#infra/local/compose/start-services.ts';
import { keyVariables } from '#infra/local/models/model-key.ts';
import type { FurtherCarrierAccount } from '#shared/platform/carrier-settings.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

const LOCAL_REGION = 'us-east-1';

interface EnvironmentParts {
  port: number;
  dynamoDbEndpoint: string;
  queues: QueueEmulator;
  queueNames: readonly QueueName[];
  simulatorUrl: string;
  simulatorSpeed: number;
  /** The simulated accounts beside the default one. */
  accounts: readonly FurtherCarrierAccount[];
  secretsFile: string;
  developer: Record<string, string | undefined>;
  /** Whether the stack looks for servers of models on this machine. */
  looksForModels?: boolean;
  hasEnteredKey?: boolean;
}

/** The environment of the functions: the variables that CDK sets in AWS, with the addresses of this machine. */
export function stackEnvironment(parts: EnvironmentParts): Record<string, string> {
  const { port, queues } = parts;
  const queueUrls = parts.queueNames.flatMap((queue) => {
    const name = queue.toUpperCase().replaceAll('-', '_');
    return [
      [`${name}_QUEUE_URL`, queues.queueUrl(queue)],
      [`${name}_DLQ_URL`, queues.deadLetterQueueUrl(queue)],
    ];
  });
  return {
    TABLE_NAME,
    // The SDK forwards trace headers in Lambda only.
    AWS_LAMBDA_FUNCTION_NAME: 'ringback-local',
    ...Object.fromEntries(queueUrls),
    AWS_ENDPOINT_URL_DYNAMODB: parts.dynamoDbEndpoint,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    AWS_ENDPOINT_URL_S3: queues.endpoint,
    RECORDINGS_BUCKET,
    RECORDING_RETENTION_DAYS: String(stages.dev.recordings.retentionDays),
    REMOVE_CARRIER_RECORDINGS: String(stages.dev.recordings.removeAtCarrier),
    PUBLIC_URL: `http://localhost:${port}`,
    SOCKET_URL: `ws://localhost:${port}${SOCKET_PATH}`,
    SOCKET_MANAGEMENT_URL: `http://localhost:${port}${SOCKET_PATH}`,
    TWILIO_ACCOUNT_SID: ACCOUNT_SID,
    TWILIO_API_URL: parts.simulatorUrl,
    TWILIO_API_KEY_SID: API_KEY_SID,
    TWILIO_APPLICATION_SID: APPLICATION_SID,
    WEB_CALL_URL: `${parts.simulatorUrl.replace(/^http/, 'ws')}/web-calls`,
    ...accountsVariable(parts.accounts),
    OPENAI_PROJECT_ID: PROJECT_ID,
    OPENAI_REALTIME_URL: `${parts.simulatorUrl}/v1`,
    SECRETS_FILE: parts.secretsFile,
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    TIME_SCALE: String(parts.simulatorSpeed),
    ...dialing(parts.developer),
    ...limits(parts.developer),
    ...languageModels(parts),
    ...credentials(parts.developer),
  };
}

/** The environment of the functions of this stack. */
export function environmentOf(
  options: Pick<StackOptions, 'simulatorSpeed' | 'developer' | 'modelServers' | 'template'>,
  folder: Pick<DataFolder, 'secretsFile'>,
  services: Services,
): Record<string, string> {
  return stackEnvironment({
    port: services.gateway.port,
    dynamoDbEndpoint: services.dynamoDbEndpoint,
    queues: services.queues,
    queueNames: services.queueNames,
    simulatorUrl: `http://127.0.0.1:${services.simulatorPort}`,
    simulatorSpeed: options.simulatorSpeed,
    accounts: services.accounts,
    secretsFile: folder.secretsFile,
    developer: options.developer,
    looksForModels: options.modelServers.length > 0,
    // The roles of a template allow the secrets of a deployment alone.
    hasEnteredKey: services.secrets.hasEnteredKey && options.template === undefined,
  });
}

/** Sets the variables in this process. Returns a function that restores the old values. */
export function setEnvironment(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map((name) => ({ name, value: process.env[name] }));
  Object.assign(process.env, variables);
  return () => {
    for (const { name, value } of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

/** Simulated customers can be called all day, unless CALLING_HOURS is set. */
function dialing(developer: EnvironmentParts['developer']): Record<string, string> {
  return {
    CARRIER_CALLS_PER_SECOND: developer['CARRIER_CALLS_PER_SECOND'] || String(stages.dev.dialing.carrierCallsPerSecond),
    CALLING_HOURS: developer['CALLING_HOURS'] || '00:00-24:00',
  };
}

const LIMITS = [
  'WAITING_CALLS_PER_USER',
  'ATTEMPTS_PER_DAY',
  'MACHINE_DETECTION',
  'CONVERSATIONS_AT_ONCE',
  'CONVERSATIONS_PER_USER',
  'RATE_LIMIT_PER_MINUTE',
  'RATE_LIMIT_BURST',
  'SMS_PER_SECOND_PER_USER',
  'SMS_WAITING_PER_USER',
  'DESTINATIONS',
] as const;

/** The limits of a stage only where the variables are set. */
function limits(developer: EnvironmentParts['developer']): Record<string, string> {
  return Object.fromEntries(LIMITS.flatMap((name) => (developer[name] ? [[name, developer[name]]] : [])));
}

function languageModels({
  developer,
  looksForModels = false,
  hasEnteredKey = false,
}: EnvironmentParts): Record<string, string> {
  const region = bedrockRegion(developer);
  return {
    ...keyVariables(developer, hasEnteredKey),
    LOCAL_MODELS: String(looksForModels),
    // The rehearsal model replaces every model that cannot be reached from this machine.
    REHEARSAL_MODEL: 'true',
    ...(developer['OPENAI_BASE_URL'] ? { OPENAI_BASE_URL: developer['OPENAI_BASE_URL'] } : {}),
    ...(developer['OPENAI_MODEL'] ? { OPENAI_MODEL: developer['OPENAI_MODEL'] } : {}),
    ...(region === undefined ? {} : { BEDROCK_REGION: region }),
  };
}

/** The emulators accept any credentials, and the SDK requires some. The developer's own are used for Bedrock only. */
function credentials(developer: EnvironmentParts['developer']): Record<string, string> {
  const region = bedrockRegion(developer);
  if (region !== undefined) return { AWS_REGION: region };
  // An empty profile, because a profile takes precedence over the keys.
  return { AWS_REGION: LOCAL_REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_PROFILE: '' };
}

/** Where the developer has an AWS account and says in which region. */
function bedrockRegion(developer: EnvironmentParts['developer']): string | undefined {
  const region = developer['AWS_REGION'] || developer['AWS_DEFAULT_REGION'];
  return region && hasAwsAccount(developer) ? region : undefined;
}

function hasAwsAccount(developer: EnvironmentParts['developer']): boolean {
  const accessKey = developer['AWS_ACCESS_KEY_ID'] ?? '';
  return Boolean(developer['AWS_PROFILE']) || (accessKey !== '' && accessKey !== 'local');
}
