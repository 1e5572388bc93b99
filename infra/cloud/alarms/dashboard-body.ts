import { widgets, type Line, type Widget } from '#infra/cloud/alarms/dashboard.ts';
import { dimensionsOf, namespaceOf, type ResourceNames } from '#infra/cloud/alarms/metric-source.ts';

const COLUMNS = 3;
const WIDTH = 8;
const HEIGHT = 6;
const PERIOD_SECONDS = 300;

/** The dashboard in CloudWatch's format. Its JSON text is the body. */
export function dashboardBody(names: ResourceNames) {
  return {
    widgets: widgets.map((widget, index) => ({
      type: widget.logs ? 'log' : 'metric',
      x: (index % COLUMNS) * WIDTH,
      y: Math.floor(index / COLUMNS) * HEIGHT,
      width: WIDTH,
      height: HEIGHT,
      properties: { title: widget.title, region: names.region, ...contentOf(widget, names) },
    })),
  };
}

/** The content of a metric widget, or of a table of logs. */
function contentOf({ lines, limit, logs }: Widget, names: ResourceNames) {
  if (logs)
    return {
      view: 'table',
      metrics: undefined,
      annotations: undefined,
      query: `SOURCE '${logs.functionId === undefined ? names.accessLogName : names.logGroupName(logs.functionId)}' | ${logs.query}`,
    };
  return {
    view: 'timeSeries',
    period: PERIOD_SECONDS,
    metrics: lines.map((line) => lineEntry(line, names)),
    yAxis: { left: { min: 0 } },
    ...(limit && { annotations: { horizontal: [limit] } }),
  };
}

function lineEntry(line: Line, names: ResourceNames): unknown[] {
  if ('expression' in line) return [{ expression: line.expression, label: line.label }];
  if ('by' in line) {
    const query = `{"${names.metricsNamespace}",${line.by}} MetricName="${line.metric}"`;
    return [{ expression: `SEARCH('${query}', '${line.statistic}', ${PERIOD_SECONDS})` }];
  }
  const { metric, label, id, hidden } = line;
  const options = {
    label,
    stat: metric.statistic,
    ...(id === undefined ? {} : { id }),
    ...(hidden ? { visible: false } : {}),
  };
  return [namespaceOf(metric, names), metric.name, ...Object.entries(dimensionsOf(metric, names)).flat(), options];
}
