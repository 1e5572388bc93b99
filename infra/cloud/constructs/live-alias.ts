import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ResourceNames } from '#infra/cloud/alarms/metric-source.ts';
import { rowAlarms } from '#infra/cloud/alarms/row-alarms.ts';
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
 * five minutes. A failure in this time takes them all back to the old version, and CloudFormation rolls the deployment back.
 * https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html
 */
export class LiveAlias extends Construct {
  readonly alias: Alias;

  constructor(scope: Construct, id: string, { row, target, deployment, names }: LiveAliasProps) {
    super(scope, id);
    this.alias = new Alias(this, 'Alias', { aliasName: 'live', version: target.currentVersion });
    if (!deployment.config.canary) return;
    // An alarm of its own: that of monitoring is in another stack, and looks at five minutes. Of three minutes: where failures are counted
    // in the log, they arrive after the latest minute was filled with 0, and one period would never see them.
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
    const recent = { evaluationPeriods: 3, datapointsToAlarm: 1 };
    const alarms = rowAlarms(row).map((failure) => {
      const minute = { ...failure, id: `${failure.id}/canary`, periodSeconds: 60 };
      return new Alarm(this, minute.id, { ...alarmProps(minute, deployment.name, names), ...recent });
    });
    new LambdaDeploymentGroup(this, 'Deployment', {
      alias: this.alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms,
    });
  }
}
