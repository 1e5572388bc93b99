import { lambda, ours, socket, type MetricSource } from '#infra/cloud/alarms/metric-source.ts';
import { manifest } from '#shared/manifest/manifest.ts';

/** A line of a chart: a metric, all values of one dimension of ours, or what is computed from the other lines. */
export type Line =
  | { label: string; metric: MetricSource; id?: string; hidden?: boolean }
  | { by: string; metric: string; statistic: MetricSource['statistic'] }
  | { label: string; expression: string };

export interface Widget {
  title: string;
  lines: readonly Line[];
  /** Instead of lines: a table of the log of a function, or of the requests, by CloudWatch Logs Insights, where each value of a dimension would be a metric that is paid for. */
  logs?: { functionId?: string; query: string };
  /** A horizontal line across the chart. */
  limit?: { label: string; value: number };
}

const api = (name: string, statistic: MetricSource['statistic'], kind: 'http-api' | 'socket-api' = 'http-api') =>
  ({ namespace: 'AWS/ApiGateway', name, statistic, resource: { kind } }) as const;

const queues = manifest.flatMap((row) => (row.kind === 'queue' ? [row.queue] : []));
const queueLines = (kind: 'queue' | 'dead-letter-queue', name: string) =>
  queues.map((queue) => ({
    label: queue,
    metric: { namespace: 'AWS/SQS', name, statistic: 'Maximum', resource: { kind, queue } } as const,
  }));

/** What happened since the chart begins: added for what began, taken off for what ended. */
function runningDifference(label: string, began: string, ended: string): Line[] {
  return [
    { label: began, metric: ours(began), id: 'began', hidden: true },
    { label: ended, metric: ours(ended), id: 'ended', hidden: true },
    { label, expression: 'RUNNING_SUM(FILL(began, 0) - FILL(ended, 0))' },
  ];
}

/** The dashboard, from what users notice first down to the infrastructure. */
export const widgets: readonly Widget[] = [
  { title: 'Requests', lines: [{ label: 'requests', metric: api('Count', 'Sum') }] },
  {
    title: 'Errors',
    lines: [
      { label: 'refused (4xx)', metric: api('4xx', 'Sum') },
      { label: 'failed (5xx)', metric: api('5xx', 'Sum') },
      { by: 'function', metric: 'RequestFailed', statistic: 'Sum' },
      { by: 'function', metric: 'CallbackFailed', statistic: 'Sum' },
      { label: 'crashed', metric: ours('RequestCrashed') },
      { by: 'function', metric: 'SocketFailure', statistic: 'Sum' },
      { by: 'function', metric: 'MessageFailed', statistic: 'Sum' },
    ],
  },
  {
    title: 'Failed requests by endpoint',
    lines: [],
    logs: {
      query: 'filter status like /^5/ | stats count(*) as failed by route, status, error | sort failed desc',
    },
  },
  {
    title: 'Latency of the API, ms',
    lines: [
      { label: 'p50', metric: api('Latency', 'p50') },
      { label: 'p99', metric: api('Latency', 'p99') },
    ],
  },
  {
    title: 'Calls that came in and were refused, by reason',
    lines: [{ by: 'reason', metric: 'InboundCallRefused', statistic: 'Sum' }],
  },
  {
    title: 'Web calls that were refused, by reason',
    lines: [{ by: 'reason', metric: 'WebCallRefused', statistic: 'Sum' }],
  },
  { title: 'Finished calls by status', lines: [{ by: 'status', metric: 'CallFinished', statistic: 'Sum' }] },
  {
    title: 'Calls now, as a change since the chart begins',
    lines: runningDifference('calls', 'CallAccepted', 'CallFinished'),
  },
  {
    title: 'Money held, as a change since the chart begins',
    lines: runningDifference('held', 'MoneyHeld', 'MoneyReleased'),
  },
  {
    title: 'Attempts of campaigns, by what became of the lead',
    lines: [{ by: 'status', metric: 'AttemptFinished', statistic: 'Sum' }],
  },
  {
    title: 'Calls not dialled, by reason',
    lines: [
      { by: 'reason', metric: 'CallCancelled', statistic: 'Sum' },
      { label: 'humans for a transfer', metric: ours('TransferRefused') },
    ],
  },
  {
    title: 'Campaigns',
    lines: [
      { label: 'completed', metric: ours('CampaignCompleted') },
      { label: 'stopped by the service', metric: ours('CampaignStopped') },
      { label: 'customers who want no more calls', metric: ours('DoNotCallAdded') },
      { label: 'attempts reconciled', metric: ours('AttemptReconciled') },
    ],
  },
  {
    title: 'Conversations',
    lines: [
      { label: 'begun', metric: api('ConnectCount', 'Sum', 'socket-api') },
      { by: 'reason', metric: 'ConversationRefused', statistic: 'Sum' },
      { by: 'reason', metric: 'ConversationTooLate', statistic: 'Sum' },
      { label: 'connected again', metric: ours('ConversationReconnected') },
      { label: 'broken', metric: ours('ConversationFailed') },
      { label: 'frames of an unknown type', metric: ours('UnknownFrame') },
      { label: 'sentences after their call', metric: ours('TranscriptTooLate') },
    ],
  },
  {
    title: 'Frames of the carrier, ms',
    // API Gateway gives up after 29 s.
    lines: [{ label: 'p90', metric: socket('IntegrationLatency', 'p90') }],
    limit: { label: 'too slow', value: 20_000 },
  },
  {
    title: 'Answers of the assistant, ms',
    lines: [
      { label: 'model, p50', metric: ours('ModelLatency', 'p50') },
      { label: 'model, p90', metric: ours('ModelLatency', 'p90') },
      { label: 'our share, p90', metric: ours('TurnOverhead', 'p90') },
    ],
  },
  {
    title: 'From the customer’s last word to the voice, ms',
    lines: [
      { label: 'p50', metric: ours('MouthToEar', 'p50') },
      { label: 'p95', metric: ours('MouthToEar', 'p95') },
    ],
    // Twilio's target for the median: https://www.twilio.com/en-us/blog/developers/best-practices/guide-core-latency-ai-voice-agents
    limit: { label: 'budget of the median', value: 1115 },
  },
  {
    title: 'From the last word to the voice by assistant, ms: median and p95 of the calls’ medians, budget 1115',
    lines: [],
    logs: {
      functionId: 'queue/finish-call',
      query: [
        'filter message = "call finished" and outcome = "settled" and ispresent(mouthToEarMs)',
        'stats count(*) as calls, pct(mouthToEarMs, 50) as p50, pct(mouthToEarMs, 95) as p95 by assistantId',
        'sort p50 desc',
      ].join(' | '),
    },
  },
  { title: 'Model latency by model, p90, ms', lines: [{ by: 'model', metric: 'ModelLatency', statistic: 'p90' }] },
  { title: 'Carrier errors by code', lines: [{ by: 'code', metric: 'CarrierError', statistic: 'Sum' }] },
  {
    title: 'Calls without instructions, by error of the carrier',
    lines: [{ by: 'code', metric: 'CallWithoutInstructions', statistic: 'Sum' }],
  },
  {
    title: 'Carrier did not take',
    lines: [
      { by: 'outcome', metric: 'CarrierDialProblem', statistic: 'Sum' },
      { by: 'outcome', metric: 'CarrierMessageProblem', statistic: 'Sum' },
      { by: 'cause', metric: 'SmsFailed', statistic: 'Sum' },
      { by: 'of', metric: 'CarrierRecipientRefused', statistic: 'Sum' },
      { label: 'SMS sent after their refund', metric: ours('SmsSentAfterRefund') },
    ],
  },
  {
    title: 'Users at their limit of expensive destinations',
    lines: [{ label: 'reached', metric: ours('ExpensiveLimitReached') }],
  },
  {
    title: 'Calls whose carrier id was lost',
    lines: [
      { by: 'outcome', metric: 'LostCall', statistic: 'Sum' },
      { label: 'id of another call', metric: ours('CarrierIdRefused') },
    ],
  },
  {
    title: 'Webhook success, %',
    lines: [
      {
        label: 'delivered',
        metric: ours('WebhookAttempt', 'Sum', { outcome: 'delivered' }),
        id: 'delivered',
        hidden: true,
      },
      { label: 'attempts', metric: ours('WebhookAttempt'), id: 'attempts', hidden: true },
      { label: 'delivered, % of attempts', expression: '100 * FILL(delivered, 0) / attempts' },
    ],
  },
  {
    title: 'Late messages, ms after they were due',
    lines: queues.map((queue) => ({ label: queue, metric: ours('MessageLate', 'Maximum', { queue }) })),
  },
  { title: 'Dead letters', lines: queueLines('dead-letter-queue', 'ApproximateNumberOfMessagesVisible') },
  {
    title: 'Throttled by the table',
    lines: ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => ({
      label: name,
      metric: { namespace: 'AWS/DynamoDB', name, statistic: 'Sum', resource: { kind: 'table' } },
    })),
  },
  {
    title: 'Functions of the account',
    lines: [
      { label: 'at once', metric: lambda('ConcurrentExecutions', undefined, 'Maximum') },
      { label: 'throttled', metric: lambda('Throttles') },
    ],
  },
];
