import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { functionLogGroup } from '#infra/cloud/constructs/node-function.ts';
import { manifest } from '#shared/manifest/manifest.ts';

/** The log groups of all functions. By themselves, because the service stack holds 500 resources at most. */
export class LogsStack extends Stack {
  constructor(scope: Construct, id: string, deployment: Deployment, props: StackProps) {
    super(scope, id, props);
    for (const { id: row } of manifest) {
      new LogGroup(this, `${row}--Logs`, {
        logGroupName: functionLogGroup(row, deployment),
        retention: deployment.config.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    }
  }
}
