import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { createAuditLog } from '#infra/admin/audit/audit-log.ts';
import { awsOperator, localOperator } from '#infra/admin/audit/operator.ts';
import { watchWrites } from '#infra/admin/audit/written-items.ts';
import { accountPermissions } from '#infra/admin/deps/account-permissions.ts';
import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import {
  createDeadLetterQueueClient,
  knownQueueUrls,
  type QueueUrls,
  queueVariable,
} from '#infra/admin/deps/dead-letter-queue.ts';
import { samplesOf } from '#infra/admin/deps/voice-samples.ts';
import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import { createRecordingObjects } from '#infra/admin/erase/recording-objects.ts';
import {
  carrierAccountsOf,
  destinationsVariable,
  isStageName,
  type StageConfig,
  stages,
} from '#infra/cloud/stage/config.ts';
import { type Connection, readConnection } from '#infra/local/address/connection-file.ts';
import { RECORDINGS_BUCKET, localCredentials, accountsVariable } from '#infra/local/address/names.ts';
import { createFileCallLogs, createInsightsCallLogs } from '#infra/text/call-logs.ts';
import { createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import { createUsersInTurn } from '#shared/calls/users-in-turn.ts';
import { carrier, carrierNumbers, carrierRecordings } from '#shared/carrier-container.ts';
import {
  assistants,
  callList,
  calls,
  campaigns,
  conversations,
  destinationRules,
  doNotCall,
  leads,
  modelStore,
  phoneNumbers,
  recordingLinks,
  table,
  tokens,
  usage,
  users,
  voices,
  wallets,
  webhookDeliveries,
  webhookEndpoints,
  toolUses,
} from '#shared/container.ts';
import { furtherCarrierAccounts } from '#shared/platform/carrier-settings.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { DEFAULT_CARRIER_ACCOUNT, dynamo, environment, sqs } from '#shared/platform/environment.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { createGuardedTransport } from '#shared/platform/http/guarded-transport.ts';
import { ids } from '#shared/platform/ids.ts';
import { createSqsQueue, type Queue } from '#shared/platform/queue/queue.ts';
import { secrets } from '#shared/platform/secrets.ts';

export interface Target {
  /** A deployed table; undefined for the local stack of `dataDir`. */
  table?: string | undefined;
  region?: string | undefined;
  profile?: string | undefined;
  dataDir: string;
}

/** Sets the variables that the functions read to the values of the target, and creates the dependencies. */
export async function connect(target: Target): Promise<AdminDeps> {
  Object.assign(process.env, target.table === undefined ? await localEnvironment(target) : deployedEnvironment(target));
  const urls = knownQueueUrls(sqs(), target.table);
  return {
    users: users(),
    wallets: wallets(),
    tokens: tokens(),
    phoneNumbers: phoneNumbers(),
    campaigns: campaigns(),
    leads: leads(),
    destinations: { rules: destinationRules() },
    doNotCall: doNotCall(),
    voices: voices(),
    voiceSamples: () => samplesOf(target),
    models: modelStore(),
    calls: calls(),
    callList: callList(),
    assistants: assistants(),
    transport: createGuardedTransport({ allowLoopback: target.table === undefined, clock: clock() }),
    allowLoopback: target.table === undefined,
    ending: () => connectErasure(queueAt(urls), target.table),
    pause,
    conversations: conversations(),
    toolUses: toolUses(),
    deliveries: webhookDeliveries(),
    endpoints: webhookEndpoints(),
    queue: queueAt(urls),
    carrierNumbers: (account) => ofAccount(account, carrierNumbers),
    carrierPermissions: (account) => ofAccount(account, accountPermissions),
    carrierAccounts: () => [DEFAULT_CARRIER_ACCOUNT, ...furtherCarrierAccounts().map(({ name }) => name)],
    publicUrl: process.env['PUBLIC_URL'],
    deadLetters: createDeadLetterQueueClient(sqs(), urls),
    logs: callLogs(target),
    secrets: secrets(),
    usage: usage(),
    audit: createAuditLog(table()),
    written: watchWrites(dynamo()),
    operator: async () =>
      target.table === undefined ? localOperator() : awsOperator(dynamo().config, process.env['AWS_ENDPOINT_URL_STS']),
    erasure: () => connectErasure(queueAt(urls), target.table),
    clock: clock(),
    ids: ids(),
  };
}

/**
 * What erasing needs, from the variables of the target.
 * @param deployed the table of a deployment; undefined for the local stack
 */
export function connectErasure(queue: Queue, deployed?: string): ErasureDeps {
  if (!process.env['TWILIO_ACCOUNT_SID']) {
    throw new OperatorError("set TWILIO_ACCOUNT_SID to the SID of the deployment's Twilio account");
  }
  const bucket = process.env['RECORDINGS_BUCKET'];
  if (!bucket) throw new OperatorError('set RECORDINGS_BUCKET to the bucket of the deployment');
  // Every stage numbers its users from 1: in the bucket of another stage, the folder of a user is another user's.
  if (deployed !== undefined && !bucket.startsWith(`${deployed}-recordings-`)) {
    throw new OperatorError(`RECORDINGS_BUCKET is ${bucket}, which is not the bucket of the table ${deployed}`);
  }
  // Callbacks and links are no part of erasing: the origin is for the carrier's client only.
  process.env['PUBLIC_URL'] ??= 'https://localhost';
  return {
    table: table(),
    users: users(),
    tokens: tokens(),
    calls: calls(),
    callList: callList(),
    campaigns: campaigns(),
    leads: leads(),
    doNotCall: doNotCall(),
    assistants: assistants(),
    phoneNumbers: phoneNumbers(),
    conversations: conversations(),
    toolUses: toolUses(),
    deliveries: webhookDeliveries(),
    recordings: recordingLinks(),
    carrierRecordings,
    carrier,
    // Calls are taken off the queue here, and never dialled: the pace is not looked at.
    dialQueue: createDynamoDbDialQueue(table(), { callsPerSecond: 1 }, createUsersInTurn(table())),
    bucket,
    objects: createRecordingObjects(new S3Client({ forcePathStyle: true }), environment.recordingsBucket),
    queue,
    secrets: secrets(),
    clock: clock(),
    pause,
  };
}

function ofAccount<Part>(account: string, part: (account: string) => Part): Part {
  if (!process.env['TWILIO_ACCOUNT_SID']) {
    throw new OperatorError("set TWILIO_ACCOUNT_SID to the SID of the deployment's Twilio account");
  }
  return part(account);
}

function deployedEnvironment({ table, region, profile }: Target): Record<string, string> {
  const stage = table === undefined ? undefined : stageOfTable(table);
  return {
    ...(table === undefined
      ? {}
      : {
          TABLE_NAME: table,
          SECRETS_PREFIX: secretsPrefix(table),
          ...accountsVariable(stage ? carrierAccountsOf(stage) : []),
          ...destinationsVariable(stage?.destinations),
        }),
    ...(region === undefined ? {} : { AWS_REGION: region }),
    ...(profile === undefined ? {} : { AWS_PROFILE: profile }),
  };
}

async function localEnvironment({ dataDir }: Target): Promise<Record<string, string>> {
  const connection = await readConnection(dataDir);
  if (!connection) {
    throw new OperatorError(
      `no local stack runs on ${dataDir}: start one with npm start, or name a deployed table with --table`,
    );
  }
  // A profile takes precedence over the keys below, and a session token belongs to other keys.
  delete process.env['AWS_PROFILE'];
  delete process.env['AWS_SESSION_TOKEN'];
  return {
    TABLE_NAME: connection.tableName,
    SECRETS_FILE: connection.secretsFile,
    AWS_ENDPOINT_URL_DYNAMODB: connection.endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: connection.endpoints.sqs,
    // The emulator of queues has the buckets, too.
    AWS_ENDPOINT_URL_S3: connection.endpoints.sqs,
    RECORDINGS_BUCKET,
    PUBLIC_URL: connection.publicUrl,
    TWILIO_API_URL: connection.carrier.apiUrl,
    TWILIO_ACCOUNT_SID: connection.carrier.accountSid,
    CARRIER_ACCOUNTS: JSON.stringify(connection.carrier.accounts),
    AWS_REGION: localCredentials.region,
    AWS_ACCESS_KEY_ID: localCredentials.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.credentials.secretAccessKey,
    ...queueVariables(connection),
  };
}

const callLogs = ({ table: name, dataDir }: Target) =>
  name === undefined ? createFileCallLogs(join(dataDir, 'ringback.log')) : createInsightsCallLogs(`/${name}/`);

function queueVariables({ queueUrls }: Connection): Record<string, string> {
  return Object.fromEntries(
    Object.entries(queueUrls).flatMap(([name, url]) => [
      [queueVariable(name, 'QUEUE'), url],
      [queueVariable(name, 'DLQ'), `${url}-dead-letters`],
    ]),
  );
}

/** `ringback-dev` is the table of the stage `dev`. */
function stageOfTable(table: string): StageConfig | undefined {
  const stage = table.slice(table.indexOf('-') + 1);
  return isStageName(stage) ? stages[stage] : undefined;
}

/** A deployment names its table `ringback-dev` and its secrets `ringback/dev/…`; SECRETS_PREFIX overrides this. */
function secretsPrefix(table: string): string {
  return process.env['SECRETS_PREFIX'] ?? `${table.replace('-', '/')}/`;
}

function queueAt(urls: QueueUrls): Queue {
  return {
    async send(name, message, options) {
      const url = await urls.queue(name);
      await createSqsQueue(sqs(), () => url).send(name, message, options);
    },
  };
}
