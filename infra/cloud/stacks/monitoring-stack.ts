import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { Monitoring } from '#infra/cloud/constructs/monitoring.ts';
import type { ServiceStack } from '#infra/cloud/stacks/service-stack.ts';

/**
 * Alarms and dashboard. By themselves, because there are as many of them as functions and more, and a stack holds 500
 * resources.
 */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, deployment: Deployment, props: StackProps & { service: ServiceStack }) {
    super(scope, id, props);
    const { topic } = new Monitoring(this, 'Monitoring', deployment.name, props.service.resourceNames);
    new CfnOutput(this, 'AlarmTopic', { value: topic.topicArn });
  }
}
