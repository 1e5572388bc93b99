import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { canaryAlarm } from '#infra/cloud/alarms/canary-alarm.ts';
import { ALIAS, type ResourceNames } from '#infra/cloud/alarms/metric-source.ts';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { alarmProps } from '#infra/cloud/constructs/monitoring.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

interface LiveAliasProps {
  row: ManifestRow;
  target: Function;
  deployment: Deployment;
  names: ResourceNames;
}

/**
 * The version of a function that is called, `live`. With `canary` of the stage, a new version gets a tenth of the requests for
 * five minutes. If it fails more often than the old version in this time, the old version gets them all back, and CloudFormation rolls
 * the deployment back. https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html
 */
export class LiveAlias extends Construct {
  readonly alias: Alias;

  constructor(scope: Construct, id: string, { row, target, deployment, names }: LiveAliasProps) {
    super(scope, id);
    const { currentVersion } = target;
    this.alias = new Alias(this, 'Alias', { aliasName: ALIAS, version: currentVersion });
    if (!deployment.config.canary) return;
    const failure = canaryAlarm(row, currentVersion.version);
    // CloudWatch looks every minute at the five minutes before.
    const alarm = new Alarm(this, failure.id, alarmProps(failure, deployment.name, names));
    new LambdaDeploymentGroup(this, 'Deployment', {
      alias: this.alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [alarm],
    });
    // The alarm looks at the new version before that is called, and no longer at the version of the last deployment.
    this.alias.node.addDependency(alarm);
  }
}
