import { atOnce, partOf, type Alarm } from '#infra/cloud/alarms/alarm.ts';
import { lambda, ours, oursBy, type MetricSource } from '#infra/cloud/alarms/metric-source.ts';
import { attemptsInWords } from '#infra/text/retry-schedule.ts';

const sms: MetricSource = {
  namespace: 'AWS/SQS',
  name: 'NumberOfMessagesSent',
  statistic: 'Sum',
  resource: { kind: 'queue', queue: 'send-sms' },
};

/** Failures that do not belong to a single function, except those of conversations. */
export const serviceAlarms: readonly Alarm[] = [
  {
    ...atOnce,
    id: 'api/fails',
    failure:
      'Requests fail, to one endpoint or to all. "Failed requests by endpoint" on the dashboard names the endpoints.',
    runbook: 'requests-fail.md',
    // A function that crashes, or is not called, answers nothing, so the access log has API Gateway's error. Answers that an operation
    // has decided on are not failures, such as that of an SMS that the carrier refuses. The rest is for what the log does not tell.
    metrics: [
      ours('RequestFailed'),
      ours('RequestCrashed'),
      { namespace: 'AWS/ApiGateway', name: '5xx', statistic: 'Sum', resource: { kind: 'http-api' } },
      ours('FailureAnswered'),
    ],
    expression: 'FILL(m0, 0) + FILL(m1, 0) + IF(FILL(m2, 0) - FILL(m3, 0) >= 5, 1, 0)',
  },
  {
    ...atOnce,
    id: 'carrier/callbacks-fail',
    failure:
      'Callbacks of the carrier fail or come to nothing, so calls are not answered, end with a goodbye, or do not end.',
    runbook: 'carrier-callbacks.md',
    metrics: [ours('CallbackFailed')],
  },
  {
    ...atOnce,
    id: 'limits/functions',
    failure: 'Functions are throttled. All requests are slow, and some are refused.',
    runbook: 'limits.md',
    metrics: [lambda('Throttles')],
    threshold: 10,
  },
  {
    ...atOnce,
    id: 'limits/table',
    failure: 'The table throttles requests. All requests are slow, and some fail.',
    runbook: 'limits.md',
    metrics: ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => ({
      namespace: 'AWS/DynamoDB',
      name,
      statistic: 'Sum',
      resource: { kind: 'table' },
    })),
    threshold: 10,
  },
  {
    ...atOnce,
    id: 'carrier/calls-rejected',
    failure: 'The carrier rejects calls, which fail or are late.',
    runbook: 'carrier-rejects-requests.md',
    ...partOf([ours('CarrierDialProblem')], [ours('CallAccepted')], { least: 3, percent: 2 }),
  },
  {
    ...atOnce,
    id: 'carrier/account-closed',
    failure: 'The carrier refuses all requests of an account. Its calls wait, and its SMS are refunded.',
    runbook: 'carrier-rejects-requests.md',
    metrics: [ours('CarrierAccountClosed')],
  },
  {
    ...atOnce,
    id: 'calls/not-dialled',
    failure: 'Calls wait without a pump that dials them, and start up to a minute late.',
    runbook: 'late-queues.md',
    metrics: [ours('CallNotDialled')],
    threshold: 2,
  },
  {
    ...atOnce,
    id: 'destinations/new-country',
    failure: 'A user of more than 30 days reaches a country for the first time. If a thief does, the user pays for it.',
    runbook: 'expensive-destinations.md',
    metrics: [ours('NewCountryReached')],
  },
  {
    ...atOnce,
    id: 'campaigns/stopped',
    failure:
      'The service stopped a campaign because half of its calls failed at the carrier or the language model. Its leads are not called.',
    runbook: 'campaigns.md',
    metrics: [ours('CampaignFailed')],
  },
  {
    ...atOnce,
    id: 'carrier/messages-rejected',
    failure: 'The carrier rejects SMS, which fail, are refunded, or are late.',
    runbook: 'carrier-rejects-requests.md',
    ...partOf([ours('CarrierMessageProblem')], [sms], { least: 3, percent: 2 }),
  },
  {
    ...atOnce,
    id: 'carrier/callbacks-refused',
    failure:
      'Callbacks or connections are refused as forged or stale. If they are genuine, calls do not continue, or stay silent.',
    runbook: 'carrier-callbacks.md',
    metrics: [ours('CarrierCallbackRefused')],
    threshold: 5,
  },
  {
    ...atOnce,
    id: 'model/fails',
    failure: 'Customers hear an apology or a goodbye instead of an answer.',
    runbook: 'language-models.md',
    // Turns, each of which may ask several models in vain. `ModelLatency` counts those that were answered.
    ...partOf(oursBy('ReplyFailed', 'attempt', ['1']), [ours('ModelLatency', 'SampleCount')], { least: 3, percent: 5 }),
  },
  {
    ...atOnce,
    id: 'model/slow',
    failure: 'Customers wait for the assistant to answer.',
    runbook: 'language-models.md',
    metrics: [ours('ModelLatency', 'p90')],
    threshold: 3000,
    periods: 3,
  },
  {
    ...atOnce,
    id: 'model/no-evaluation',
    failure: 'Calls are finished without their evaluation.',
    runbook: 'language-models.md',
    // Of all calls, of which a part is answered.
    ...partOf([ours('EvaluationFailed')], [ours('CallFinished')], { least: 3, percent: 2 }),
  },
  {
    ...atOnce,
    id: 'webhooks/exhausted',
    failure: `Receivers have refused webhooks ${attemptsInWords} times, so their users were not notified of the end of calls.`,
    runbook: 'webhooks.md',
    // One receiver among many that is gone is the concern of its user, who sees the attempts.
    ...partOf([ours('WebhookExhausted')], [ours('WebhookAttempt', 'Sum', { outcome: 'delivered' })], {
      least: 1,
      percent: 10,
    }),
    periodSeconds: 3600,
  },
  {
    ...atOnce,
    id: 'calls/lost',
    failure: 'The carrier did not report the end of calls, so they were closed late.',
    runbook: 'lost-calls.md',
    // One call in ten thousand is normal for the carrier.
    ...partOf([ours('CallReconciled')], [ours('CallFinished')], { least: 1, percent: 1 }),
    periodSeconds: 3600,
  },
  {
    ...atOnce,
    id: 'money/held',
    failure: 'Money is held for calls that are over.',
    runbook: 'held-money.md',
    metrics: [ours('MoneyHeldTooLong')],
  },
];
