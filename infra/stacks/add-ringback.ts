import { Tags, type App } from 'aws-cdk-lib';
import { capacityOf } from '#infra/capacity.ts';
import type { StageConfig } from '#infra/config.ts';
import { MonitoringStack } from '#infra/stacks/monitoring-stack.ts';
import { ServiceStack, type ServiceStackProps } from '#infra/stacks/service-stack.ts';
import { StatefulStack } from '#infra/stacks/stateful-stack.ts';

export interface RingbackProps {
  /** Part of every name. */
  stage: string;
  config: StageConfig;
  codeFolderOf: ServiceStackProps['codeFolderOf'];
}

/** The whole service: a stateful stack, a service stack, and a monitoring stack if the stage has alarms. */
export function addRingback(app: App, { stage, config, codeFolderOf }: RingbackProps) {
  const name = `ringback-${stage}`;
  const deployment = { name, secretsPrefix: `ringback/${stage}/`, config, capacity: capacityOf(config) };
  const { deletionProtection: terminationProtection } = config;
  const stateful = new StatefulStack(app, `${name}-data`, deployment, {
    description: 'Ringback: table, recordings and secrets',
    terminationProtection,
  });
  const service = new ServiceStack(app, name, deployment, {
    description: 'Ringback: functions, APIs and queues',
    // Its queues hold calls and webhooks that wait, and the carrier knows its addresses.
    terminationProtection,
    stateful,
    codeFolderOf,
  });
  const monitoring = config.alarms
    ? new MonitoringStack(app, `${name}-monitoring`, deployment, {
        description: 'Ringback: alarms and dashboard',
        service,
      })
    : undefined;
  Tags.of(app).add('service', name);
  return { stateful, service, monitoring };
}
