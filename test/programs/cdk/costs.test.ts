import { describe, expect, it } from 'vitest';
import { stages } from '#infra/cloud/stage/config.ts';
import { monthlyCosts, regions, totalOf } from '#infra/generate/costs/cost-table.ts';
import { monthlyUsage } from '#infra/generate/costs/usage.ts';
import { ofType, type CfnTemplate, type CfnValue } from '#test/programs/cdk/cfn-template.ts';
import { synthesise } from '#test/programs/cdk/synthesise.ts';

const MONTH_MINUTES = 730 * 60;

/** The metrics that AWS charges an alarm for. */
const metricsOf = ({ Metrics }: Record<string, CfnValue>): number =>
  Metrics === undefined ? 1 : Metrics.filter(({ MetricStat }: CfnValue) => MetricStat !== undefined).length;

describe.each(['dev', 'production'] as const)('the costs of an idle %s', (stage) => {
  const deployed = synthesise(stage);
  const { service, data, studio, monitoring } = deployed;
  const templates: CfnTemplate[] = [service, data, studio, ...(monitoring ? [monitoring] : [])];
  const all = (type: string) => templates.flatMap((template) => ofType(template, type));
  const usage = monthlyUsage(0, stages[stage]);

  it('are those of the alarms, dashboards and secrets of its templates', () => {
    const alarms = all('AWS::CloudWatch::Alarm').map(([, { Properties }]) => metricsOf(Properties));
    expect({
      alarmMetric: alarms.reduce((sum, count) => sum + count, 0),
      dashboard: all('AWS::CloudWatch::Dashboard').length,
      secret: all('AWS::SecretsManager::Secret').length,
    }).toEqual({ alarmMetric: usage.alarmMetric, dashboard: usage.dashboard, secret: usage.secret });
  });

  it('are those of the schedules and queues of its templates', () => {
    const runs = all('AWS::Events::Rule').map(([, { Properties }]) => {
      const [, count] = /^rate\((\d+) minutes?\)$/.exec(Properties['ScheduleExpression']) ?? [];
      return (Properties['Targets'].length * MONTH_MINUTES) / Number(count);
    });
    expect(usage.functionRequests).toBe(runs.reduce((sum, count) => sum + count, 0));
    // Lambda polls each with five connections for 20 s; the schedule looks at each and its dead letters every five minutes.
    const polled = all('AWS::Lambda::EventSourceMapping').length;
    expect(usage.queueRequests).toBeCloseTo(polled * MONTH_MINUTES * (15 + 2 / 5));
  });

  it('leave out no metric that is written although nothing happens', () => {
    // Metric filters without a default value, and functions that count failures only.
    const filters = all('AWS::Logs::MetricFilter').flatMap(([, { Properties }]) => Properties['MetricTransformations']);
    expect(filters.filter(({ DefaultValue }: CfnValue) => DefaultValue !== undefined)).toEqual([]);
    expect(usage.metric).toBe(0);
  });

  it.each(regions)('are below what is promised, in %s', (region) => {
    // 15 and 6.4, and the queue and the secret of users' tools.
    const most = { dev: 7.1, production: 15.7 };
    expect(totalOf(monthlyCosts(0, stages[stage], region))).toBeLessThanOrEqual(most[stage]);
  });
});
