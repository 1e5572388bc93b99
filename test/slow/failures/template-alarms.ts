import { isDeepStrictEqual } from 'node:util';
import { metricMath } from '#infra/generate/alarms/metric-math.ts';
import { ofType, type CfnTemplate, type CfnValue } from '#test/programs/cdk/cfn-template.ts';
import { STAGE, type AccessLine, type Point } from '#test/slow/failures/readings.ts';

/** The alarms of a template that ring if these values come in every period of an alarm, as while a failure lasts. */
export function ringing(template: CfnTemplate, points: readonly Point[], lines: readonly AccessLine[]): string[] {
  const all = [
    ...points,
    ...ofType(template, 'AWS::Logs::MetricFilter').flatMap(([, one]) => countedLines(one, lines)),
  ];
  return ofType(template, 'AWS::CloudWatch::Alarm')
    .filter(([, { Properties }]) => rings(Properties, all))
    .map(([, { Properties }]) => String(Properties['AlarmName']).replace(`${STAGE} `, ''))
    .toSorted();
}

function rings(alarm: Record<string, CfnValue>, points: readonly Point[]): boolean {
  const name = alarm['Statistic'] ?? alarm['ExtendedStatistic'];
  const value = alarm['Metrics'] === undefined ? statistic(alarm, name, points) : computed(alarm, points);
  if (value === undefined) return alarm['TreatMissingData'] === 'breaching';
  if (alarm['ComparisonOperator'] === 'LessThanThreshold') return value < alarm['Threshold'];
  return value >= alarm['Threshold'];
}

function computed({ Metrics }: Record<string, CfnValue>, points: readonly Point[]): number | undefined {
  const parts: CfnValue[] = Metrics;
  const measured = parts.filter(({ MetricStat }) => MetricStat !== undefined);
  const values = measured.map(({ Id, MetricStat }) => [Id, statistic(MetricStat.Metric, MetricStat.Stat, points)]);
  const { Expression } = parts.find(({ ReturnData }) => ReturnData !== false);
  const named = parts
    .filter(({ Expression: text }) => text !== undefined)
    .map(({ Id, Expression: text }) => [Id, text]);
  return metricMath(Expression, Object.fromEntries(named))(Object.fromEntries(values));
}

function statistic(metric: Record<string, CfnValue>, name: string, points: readonly Point[]): number | undefined {
  const dimensions = dimensionsOf(metric['Dimensions'] ?? []);
  const values = points
    .filter((point) => point.namespace === metric['Namespace'] && point.name === metric['MetricName'])
    .filter((point) => isDeepStrictEqual(point.dimensions, dimensions))
    .map(({ value }) => value);
  if (values.length === 0) return undefined;
  const sum = values.reduce((total, value) => total + value, 0);
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (name === 'Average') return sum / values.length;
  if (name === 'SampleCount') return values.length;
  if (name === 'Maximum') return sorted.at(-1);
  return name.startsWith('p') ? at(Number(name.slice(1)) / 100) : sum;
}

/** The ids of the APIs and the name of the table are imports, which name the construct. */
function dimensionsOf(dimensions: CfnValue[]): Record<string, string> {
  return Object.fromEntries(
    dimensions.map(({ Name, Value }) => {
      if (typeof Value === 'string') return [Name, Value];
      return [Name, /Voice|Http|Table/.exec(JSON.stringify(Value))?.[0] ?? ''];
    }),
  );
}

/** `{ $.status = "5*" && $.error != "-" }` */
function countedLines({ Properties }: { Properties: Record<string, CfnValue> }, lines: readonly AccessLine[]): Point[] {
  const [{ MetricName, MetricNamespace }] = Properties['MetricTransformations'];
  const terms = [...String(Properties['FilterPattern']).matchAll(/\$\.(\w+) (!?=) "([^"]*)"/g)];
  const isCounted = (line: AccessLine) =>
    terms.every(([, field = '', operator, value = '']) => {
      const matches = new RegExp(`^${value.replaceAll('*', '.*')}$`).test(line[field as keyof AccessLine]);
      return matches === (operator === '=');
    });
  const point = { namespace: MetricNamespace, name: MetricName, dimensions: {}, value: 1 };
  return lines.filter(isCounted).map(() => point);
}
