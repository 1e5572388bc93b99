import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { QueueAddress } from '#infra/cloud/constructs/work-queue.ts';
import type { Capacity } from '#infra/cloud/stage/capacity.ts';
import type { StageConfig } from '#infra/cloud/stage/config.ts';
import type { FurtherCarrierAccount } from '#shared/platform/carrier-settings.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';
import type { SecretName } from '#shared/platform/secrets.ts';

/** The resources of a deployment that functions can use. */
export interface Resources {
  table: ITable;
  recordings: { bucket: IBucket; settings: StageConfig['recordings'] };
  queues: ReadonlyMap<QueueName, QueueAddress>;
  secretArn: (name: SecretName) => string;
  secretsPrefix: string;
  publicUrl: string;
  socketUrl: string;
  socketManagementUrl: string;
  /** The ARN of the WebSocket API's connections. */
  connectionsArn: string;
  twilioAccountSid: string;
  /** The carrier accounts beside the default one. */
  carrierAccounts: readonly FurtherCarrierAccount[];
  /** Empty if multimodal calls are not configured. */
  openAiProjectId: string;
  /** Both empty if there are no web calls. */
  webCalls: { apiKeySid: string; applicationSid: string };
  destinations: StageConfig['destinations'];
  dialing: StageConfig['dialing'];
  capacity: Capacity;
  rateLimit: StageConfig['rateLimit'];
  sms: StageConfig['sms'];
  languageModels: StageConfig['languageModels'];
  metricsNamespace: string;
}
