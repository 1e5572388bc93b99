import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { functionLogGroup } from '#infra/cloud/constructs/node-function.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

interface LogsStackProps extends StackProps {
  rows: readonly ManifestRow[];
}

/** The log groups of all functions. By themselves, because the service stack holds 500 resources at most. */
export class LogsStack extends Stack {
  constructor(scope: Construct, id: string, deployment: Deployment, props: LogsStackProps) {
    super(scope, id, props);
    for (const { id: row } of props.rows) {
      new LogGroup(this, `${row}--Logs`, {
        logGroupName: functionLogGroup(row, deployment),
        retention: deployment.config.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    }
  }
}
