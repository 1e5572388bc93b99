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
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Alarm as Failure } from '#infra/cloud/alarms/alarm.ts';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { dashboardBody } from '#infra/cloud/alarms/dashboard-body.ts';
import { accessLogMetrics } from '#infra/cloud/alarms/log-metrics.ts';
import { dimensionsOf, namespaceOf, type ResourceNames } from '#infra/cloud/alarms/metric-source.ts';

/** The alarms, the topic they notify, and the dashboard. */
export class Monitoring extends Construct {
  /** Operators subscribe to this topic. */
  readonly topic: Topic;

  constructor(scope: Construct, id: string, name: string, names: ResourceNames) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { topicName: `${name}-alarms`, enforceSSL: true });
    this.topic.addToResourcePolicy(alarmsMayPublish(this.topic));
    this.countLogLines(names);
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

  private countLogLines({ accessLogName, metricsNamespace }: ResourceNames): void {
    const logGroup = LogGroup.fromLogGroupName(this, 'AccessLog', accessLogName);
    for (const { name, pattern } of accessLogMetrics) {
      const filterPattern = FilterPattern.literal(pattern);
      new MetricFilter(this, name, { logGroup, filterPattern, metricNamespace: metricsNamespace, metricName: name });
    }
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

function comparedValue(failure: Failure, names: ResourceNames): IMetric {
  const { metrics, expression, variables = {}, periodSeconds } = failure;
  const period = Duration.seconds(periodSeconds);
  const known = new Map<string, IMetric>();
  metrics.forEach((source, index) => {
    const { name: metricName, statistic } = source;
    const where = { namespace: namespaceOf(source, names), dimensionsMap: dimensionsOf(source, names) };
    known.set(`m${index}`, new Metric({ ...where, metricName, statistic, period }));
  });
  const [only, ...others] = known.values();
  if (only && others.length === 0 && expression === undefined) return only;
  const computed = (text: string) => {
    const used = [...known].filter(([name]) => new RegExp(`\\b${name}\\b`).test(text));
    return new MathExpression({ expression: text, usingMetrics: Object.fromEntries(used), period });
  };
  for (const [name, text] of Object.entries(variables)) known.set(name, computed(text));
  return computed(expression ?? metrics.map((_, index) => `FILL(m${index}, 0)`).join(' + '));
}
