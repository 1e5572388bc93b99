import { describe, expect, it } from 'vitest';
import { dashboardBody } from '#infra/cloud/alarms/dashboard-body.ts';
import { widgets } from '#infra/cloud/alarms/dashboard.ts';

const names = {
  region: 'eu-central-1',
  metricsNamespace: 'Ringback/dev',
  functionName: (id: string) => `fn-${id}`,
  logGroupName: (id: string) => `/logs/${id}`,
  accessLogName: '/logs/requests',
  queueName: (queue: string) => `q-${queue}`,
  deadLetterQueueName: (queue: string) => `dlq-${queue}`,
  tableName: 'table',
  httpApiId: 'http-1',
  socketApiId: 'socket-1',
};
const { widgets: placed } = dashboardBody(names);
const metricsOf = (title: string) => placed.find(({ properties }) => properties.title === title)?.properties.metrics;

describe('the dashboard', () => {
  it.each([
    ['Requests', 'Errors', 'Latency of the API, ms', 'Calls that came in and were refused, by reason'],
    [
      'Finished calls by status',
      'Calls now, as a change since the chart begins',
      'Late messages, ms after they were due',
    ],
    ['Dead letters', 'Webhook success, %', 'Carrier errors by code', 'Model latency by model, p90, ms'],
    ['Money held, as a change since the chart begins', 'Throttled by the table', 'Functions of the account'],
  ])('shows %s, %s, %s and %s', (...titles) => {
    for (const title of titles) expect(metricsOf(title), title).toBeDefined();
  });

  it('places widgets beside each other, none over another', () => {
    const places = placed.map(({ x, y }) => `${x}/${y}`);
    expect(new Set(places).size).toBe(widgets.length);
    for (const { x, width } of placed) expect(x + width).toBeLessThanOrEqual(24);
  });

  it('draws the budget of the latency', () => {
    const { properties } = placed.find(({ properties: { title } }) =>
      title.startsWith('From the customer’s last word'),
    )!;
    expect(properties.annotations).toEqual({ horizontal: [{ label: 'budget of the median', value: 1115 }] });
    expect(properties.metrics).toEqual(
      ['p50', 'p95'].map((stat) => ['Ringback/dev', 'MouthToEar', { label: stat, stat }]),
    );
  });

  it('shows the latency of each assistant from the log of the calls, not as a metric for each', () => {
    const { type, properties } = placed.find(({ properties: { title } }) => title.includes('by assistant'))!;
    expect({ type, view: properties.view }).toEqual({ type: 'log', view: 'table' });
    expect(properties.query).toMatch(/^SOURCE '\/logs\/queue\/finish-call' \| filter message = "call finished"/);
    expect(properties.query).toContain('pct(mouthToEarMs, 50) as p50');
    expect(properties.query).toContain('by assistantId');
  });

  it('names the endpoints that fail from the log of the requests', () => {
    const { properties } = placed.find(({ properties: { title } }) => title === 'Failed requests by endpoint')!;
    expect(properties.query).toMatch(/^SOURCE '\/logs\/requests' \| filter status like .*by route/);
  });

  it('names metrics as CloudWatch wants them', () => {
    expect(metricsOf('Requests')).toEqual([
      ['AWS/ApiGateway', 'Count', 'ApiId', 'http-1', { label: 'requests', stat: 'Sum' }],
    ]);
    const visible = ['AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'QueueName', 'dlq-finish-call'];
    expect(metricsOf('Dead letters')).toContainEqual([...visible, { label: 'finish-call', stat: 'Maximum' }]);
    expect(metricsOf('Finished calls by status')).toEqual([
      [{ expression: `SEARCH('{"Ringback/dev",status} MetricName="CallFinished"', 'Sum', 300)` }],
    ]);
  });

  it.each(placed)('gives every id in $properties.title once, and uses no other', ({ properties }) => {
    const options = (properties.metrics ?? []).map((metric) => metric.at(-1) as { id?: string; expression?: string });
    const ids = options.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(options.some(({ expression }) => expression?.includes(id))).toBe(true);
  });
});
