import { Aws, Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  CfnDashboard,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Alarm as Failure } from '#infra/cloud/alarms/alarm.ts';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { dashboardBody } from '#infra/cloud/alarms/dashboard.ts';
import { dimensionsOf, namespaceOf, type ResourceNames } from '#infra/cloud/alarms/metric-source.ts';

/** The alarms, the topic they notify, and the dashboard. */
export class Monitoring extends Construct {
  /** Operators subscribe to this topic. */
  readonly topic: Topic;

  constructor(scope: Construct, id: string, name: string, names: ResourceNames) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { topicName: `${name}-alarms`, enforceSSL: true });
    this.topic.addToResourcePolicy(alarmsMayPublish(this.topic));
    const action = new SnsAction(this.topic);
    for (const failure of alarms) {
      const alarm = new Alarm(this, failure.id, alarmProps(failure, name, names));
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    new CfnDashboard(this, 'Dashboard', {
      // Dashboards are global in an account: with the region, it can have the stage twice.
      dashboardName: `${name}-${Aws.REGION}`,
      dashboardBody: Stack.of(this).toJsonString(dashboardBody(names)),
    });
  }
}

/**
 * `enforceSSL` creates a policy, which replaces the default one that lets the account publish. `SnsAction` adds no permission.
 * The topic has no KMS key: CloudWatch could use a customer managed one only, if its policy allowed it.
 * https://repost.aws/knowledge-center/cloudwatch-receive-sns-for-alarm-trigger
 */
function alarmsMayPublish({ topicArn }: Topic): PolicyStatement {
  return new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['sns:Publish'],
    resources: [topicArn],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  });
}

/** An alarm in CDK's form. */
export function alarmProps(failure: Failure, name: string, names: ResourceNames) {
  const { id, runbook, threshold, comparison, periods, missingData } = failure;
  return {
    alarmName: `${name} ${id}`,
    alarmDescription: `${failure.failure} What to do: docs/runbooks/${runbook}`,
    metric: comparedValue(failure, names),
    threshold,
    comparisonOperator:
      comparison === 'fewer'
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: periods,
    treatMissingData: missingData === 'bad' ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  };
}

function comparedValue({ metrics, expression, periodSeconds }: Failure, names: ResourceNames): IMetric {
  const period = Duration.seconds(periodSeconds);
  const parts = metrics.map(
    (source) =>
      new Metric({
        namespace: namespaceOf(source, names),
        metricName: source.name,
        dimensionsMap: dimensionsOf(source, names),
        statistic: source.statistic,
        period,
      }),
  );
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  const named = parts.map((metric, index) => [`m${index}`, metric] as const);
  return new MathExpression({
    expression: expression ?? named.map(([variable]) => `FILL(${variable}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(named),
    period,
  });
}
