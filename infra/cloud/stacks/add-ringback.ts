import { Tags, type App } from 'aws-cdk-lib';
import { LogsStack } from '#infra/cloud/stacks/logs-stack.ts';
import { MonitoringStack } from '#infra/cloud/stacks/monitoring-stack.ts';
import { ServiceStack, type ServiceStackProps } from '#infra/cloud/stacks/service-stack.ts';
import { StatefulStack } from '#infra/cloud/stacks/stateful-stack.ts';
import { StudioStack } from '#infra/cloud/stacks/studio-stack.ts';
import { capacityOf } from '#infra/cloud/stage/capacity.ts';
import type { StageConfig } from '#infra/cloud/stage/config.ts';

interface RingbackProps {
  /** Part of every name. */
  stage: string;
  config: StageConfig;
  codeFolderOf: ServiceStackProps['codeFolderOf'];
}

/**
 * S3 allows 63 small characters: `ringback-` (9), the stage, `-recordings-` (12), the account (12), a hyphen and the region (14 in
 * Singapore). https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
 */
const STAGE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,13}[a-z0-9])?$/;

/**
 * The whole service: a stateful stack, the log groups, a service stack, the studio's stack, and a monitoring stack if the stage has alarms.
 */
export function addRingback(app: App, { stage, config, codeFolderOf }: RingbackProps) {
  if (!STAGE_NAME.test(stage)) {
    throw new Error(`the stage ${stage} needs a name of 1 to 15 small letters, digits and hyphens`);
  }
  const name = `ringback-${stage}`;
  const deployment = { name, secretsPrefix: `ringback/${stage}/`, config, capacity: capacityOf(config) };
  const { deletionProtection: terminationProtection } = config;
  const stateful = new StatefulStack(app, `${name}-data`, deployment, {
    description: 'Ringback: table, recordings and secrets',
    terminationProtection,
  });
  const logs = new LogsStack(app, `${name}-logs`, deployment, { description: 'Ringback: log groups' });
  const service = new ServiceStack(app, name, deployment, {
    description: 'Ringback: functions, APIs and queues',
    // Its queues hold calls and webhooks that wait, and the carrier knows its addresses.
    terminationProtection,
    stateful,
    codeFolderOf,
  });
  // It knows the groups by name only, and a function without its group writes no logs.
  service.addStackDependency(logs);
  const monitoring = config.alarms
    ? new MonitoringStack(app, `${name}-monitoring`, deployment, {
        description: 'Ringback: alarms and dashboard',
        service,
      })
    : undefined;
  const studio = new StudioStack(app, `${name}-studio`, deployment, {
    description: 'Ringback: the studio, and the API on its origin',
    apiUrl: service.apiUrl,
  });
  // With a domain it knows the API by its name only, which has to exist before.
  studio.addStackDependency(service);
  Tags.of(app).add('service', name);
  return { stateful, logs, service, monitoring, studio };
}
