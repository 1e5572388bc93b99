import { Tags, type App, type Stack } from 'aws-cdk-lib';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { FeatureStack } from '#infra/cloud/stacks/feature-stack.ts';
import { LogsStack } from '#infra/cloud/stacks/logs-stack.ts';
import { MonitoringStack } from '#infra/cloud/stacks/monitoring-stack.ts';
import { ServiceStack, type ServiceStackProps } from '#infra/cloud/stacks/service-stack.ts';
import { featuresOf } from '#infra/cloud/stacks/stack-of-row.ts';
import { StatefulStack } from '#infra/cloud/stacks/stateful-stack.ts';
import { StudioApiStack } from '#infra/cloud/stacks/studio-api-stack.ts';
import { StudioStack } from '#infra/cloud/stacks/studio-stack.ts';
import { capacityOf } from '#infra/cloud/stage/capacity.ts';
import type { StageConfig } from '#infra/cloud/stage/config.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';

interface RingbackProps {
  /** Part of every name. */
  stage: string;
  config: StageConfig;
  codeFolderOf: ServiceStackProps['codeFolderOf'];
  /** The folder with the studio and the function that serves it, for stages that serve it from the API. */
  studioFolder?: string | undefined;
  /** All of the manifest by default. */
  rows?: readonly ManifestRow[];
}

/**
 * S3 allows 63 small characters: `ringback-` (9), the stage, `-recordings-` (12), the account (12), a hyphen and the region (14 in
 * Singapore). https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
 */
const STAGE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,13}[a-z0-9])?$/;

/**
 * The whole service, in stacks that are deployed in this order: data, logs, the service, a stack for each feature, alarms if the
 * stage has them, and the studio.
 */
export function addRingback(app: App, { stage, config, codeFolderOf, studioFolder, rows = manifest }: RingbackProps) {
  if (!STAGE_NAME.test(stage)) {
    throw new Error(`the stage ${stage} needs a name of 1 to 15 small letters, digits and hyphens`);
  }
  const name = `ringback-${stage}`;
  const deployment = { name, secretsPrefix: `ringback/${stage}/`, config, capacity: capacityOf(config) };
  const { deletionProtection: terminationProtection } = config;
  const stateful = new StatefulStack(app, `${name}-data`, deployment, {
    description: 'Ringback: table, recordings, secrets and queues',
    terminationProtection,
    rows,
  });
  const logs = new LogsStack(app, `${name}-logs`, deployment, { description: 'Ringback: log groups', rows });
  const service = new ServiceStack(app, name, deployment, {
    description: 'Ringback: functions, APIs and queues',
    // Its queues hold calls and webhooks that wait, and the carrier knows its addresses.
    terminationProtection,
    stateful,
    codeFolderOf,
    rows,
  });
  // By name only: a function without its group writes no logs, and one without the queue that it sends to fails.
  for (const before of [stateful, logs]) service.addStackDependency(before);
  const features = featuresOf(rows).map((feature) =>
    addFeature(app, deployment, { feature, stateful, codeFolderOf, rows, service }),
  );
  const monitoring = config.alarms
    ? new MonitoringStack(app, `${name}-monitoring`, deployment, {
        description: 'Ringback: alarms and dashboard',
        service,
      })
    : undefined;
  const studio = addStudio(app, deployment, { service, codeFolder: studioFolder });
  // The last one: an account may be refused CloudFront, and has all the rest.
  for (const before of [service, ...features, ...(monitoring ? [monitoring] : [])]) studio?.addStackDependency(before);
  Tags.of(app).add('service', name);
  /** In the order of their deployment. */
  const stacks: Stack[] = [
    stateful,
    logs,
    service,
    ...features,
    ...(monitoring ? [monitoring] : []),
    ...(studio ? [studio] : []),
  ];
  return { name, stateful, logs, service, features, monitoring, studio, stacks };
}

type FeatureParts = ConstructorParameters<typeof FeatureStack>[3] & { service: ServiceStack };

function addFeature(app: App, deployment: Deployment, { service, ...parts }: FeatureParts): FeatureStack {
  const { feature } = parts;
  const description = `Ringback: functions of ${feature} that are newer than 0.1.0`;
  const stack = new FeatureStack(app, `${deployment.name}-${feature}`, deployment, { description, ...parts });
  // It reads what the service publishes.
  stack.addStackDependency(service);
  return stack;
}

function addStudio(
  app: App,
  deployment: Deployment,
  { service, codeFolder }: { service: ServiceStack; codeFolder: string | undefined },
): Stack | undefined {
  const { name, config } = deployment;
  if (config.studio === false) return undefined;
  const description = 'Ringback: the studio, and the API on its origin';
  if (config.studio === 'cloudfront') {
    return new StudioStack(app, `${name}-studio`, deployment, { description, apiUrl: service.apiUrl });
  }
  if (codeFolder === undefined) throw new Error('the studio has no code');
  return new StudioApiStack(app, `${name}-studio`, deployment, { description, codeFolder });
}
