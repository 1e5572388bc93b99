import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { ResourceNames } from '#infra/cloud/alarms/metric-source.ts';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { accessLogName } from '#infra/cloud/constructs/http-routes.ts';
import { functionLogGroup, functionName } from '#infra/cloud/constructs/node-function.ts';
import type { Resources } from '#infra/cloud/constructs/resources.ts';
import type { ServiceFacts } from '#infra/cloud/constructs/service-facts.ts';
import { connectionsArnOf, managementUrlOf } from '#infra/cloud/constructs/voice-socket.ts';
import { queueNames } from '#infra/cloud/constructs/work-queue.ts';
import { carrierAccountsOf } from '#infra/cloud/stage/config.ts';

interface Parts {
  deployment: Deployment;
  stateful: { table: ITable; recordings: IBucket };
  queues: Resources['queues'];
  facts: Omit<ServiceFacts, 'httpApiId' | 'authorizerId'>;
}

const secretArn = { service: 'secretsmanager', resource: 'secret', arnFormat: ArnFormat.COLON_RESOURCE_NAME };

/** What the functions of a stack can use. */
export function resourcesOf(scope: Construct, { deployment, stateful, queues, facts }: Parts): Resources {
  const { name, secretsPrefix, config, capacity } = deployment;
  return {
    table: stateful.table,
    recordings: { bucket: stateful.recordings, settings: config.recordings },
    // By its name: a reference would export it, and CloudFormation refuses to remove what another stack imports. Secrets Manager
    // adds a hyphen and six characters: https://docs.aws.amazon.com/secretsmanager/latest/userguide/auth-and-access_iam-policies.html
    secretArn: (secret) =>
      Stack.of(scope).formatArn({ ...secretArn, resourceName: `${secretsPrefix}${secret}-??????` }),
    secretsPrefix,
    queues,
    publicUrl: facts.publicUrl,
    socketUrl: facts.socketUrl,
    socketManagementUrl: managementUrlOf(facts.socketApiId),
    connectionsArn: connectionsArnOf(facts.socketApiId),
    twilioAccountSid: facts.twilioAccountSid,
    carrierAccounts: carrierAccountsOf(config),
    openAiProjectId: facts.openAiProjectId,
    webCalls: { apiKeySid: facts.twilioApiKeySid, applicationSid: facts.twilioApplicationSid },
    destinations: config.destinations,
    dialing: config.dialing,
    capacity,
    rateLimit: config.rateLimit,
    sms: config.sms,
    languageModels: config.languageModels,
    metricsNamespace: name,
  };
}

/**
 * What alarms call the parts. The queues and functions by their own names and not by references: those would keep CloudFormation
 * from removing one for as long as another stack looks at it.
 */
export function namesOf(
  scope: Construct,
  deployment: Deployment,
  { httpApiId, socketApiId, tableName }: Pick<ResourceNames, 'httpApiId' | 'socketApiId' | 'tableName'>,
): ResourceNames {
  const { name } = deployment;
  return {
    region: Stack.of(scope).region,
    metricsNamespace: name,
    functionName: (id) => functionName(id, deployment),
    logGroupName: (id) => functionLogGroup(id, deployment),
    accessLogName: accessLogName(deployment),
    queueName: (queue) => queueNames(name, queue).queue,
    deadLetterQueueName: (queue) => queueNames(name, queue).deadLetters,
    tableName,
    httpApiId,
    socketApiId,
  };
}
