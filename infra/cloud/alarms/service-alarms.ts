import { atOnce, partOf, type Alarm } from '#infra/cloud/alarms/alarm.ts';
import { lambda, ours, oursBy, talks, type MetricSource } from '#infra/cloud/alarms/metric-source.ts';
import { attemptsInWords } from '#infra/text/retry-schedule.ts';

/** Without `recipient`: three wrong numbers in a list are no failure. `closed` has an alarm of its own. */
const problemsOfCarrier = (name: string) => oursBy(name, 'outcome', ['refused', 'retry', 'unknown']);

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
    failure: 'Requests fail outside our functions, so the API is down for some or all users.',
    runbook: 'requests-fail.md',
    // Functions answer with 500 by themselves, too: each failure has its own alarm, and a refused SMS needs no operator.
    metrics: [
      { namespace: 'AWS/ApiGateway', name: '5xx', statistic: 'Sum', resource: { kind: 'http-api' } },
      ours('FailureAnswered'),
    ],
    expression: 'FILL(m0, 0) - FILL(m1, 0)',
    threshold: 5,
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
    ...partOf(problemsOfCarrier('CarrierDialProblem'), [ours('CallAccepted')], { least: 3, percent: 2 }),
  },
  {
    ...atOnce,
    id: 'carrier/account-closed',
    failure: 'The carrier refuses all requests of an account. Its calls wait, and its SMS are refunded.',
    runbook: 'carrier-rejects-requests.md',
    metrics: ['CarrierDialProblem', 'CarrierMessageProblem'].map((name) => ours(name, 'Sum', { outcome: 'closed' })),
  },
  {
    ...atOnce,
    id: 'calls/not-dialled',
    failure: 'Calls wait without a pump that dials them, and start up to a minute late.',
    runbook: 'late-queues.md',
    metrics: [ours('DialQueueStalled'), ours('DialFailed')],
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
    id: 'destinations/limit-reached',
    failure:
      'A user has reached a limit of expensive destinations, so further calls and SMS to them are refused or wait.',
    runbook: 'expensive-destinations.md',
    metrics: [ours('ExpensiveLimitReached')],
  },
  {
    ...atOnce,
    id: 'campaigns/stopped',
    failure:
      'The service stopped a campaign because half of its calls failed at the carrier or the language model. Its leads are not called.',
    runbook: 'campaigns.md',
    metrics: [
      ours('CampaignStopped', 'Sum', { reason: 'carrier_failures' }),
      ours('CampaignStopped', 'Sum', { reason: 'model_failures' }),
    ],
  },
  {
    ...atOnce,
    id: 'campaigns/reconciled',
    failure: 'Campaign attempts were interrupted and had to be reconciled, so leads are called late.',
    runbook: 'campaigns.md',
    metrics: [ours('AttemptReconciled')],
    threshold: 5,
  },
  {
    ...atOnce,
    id: 'carrier/messages-rejected',
    failure: 'The carrier rejects SMS, which fail, are refunded, or are late.',
    runbook: 'carrier-rejects-requests.md',
    ...partOf(problemsOfCarrier('CarrierMessageProblem'), [sms], { least: 3, percent: 2 }),
  },
  {
    ...atOnce,
    id: 'carrier/sms-failed',
    failure: 'Many SMS are not sent, and their users are refunded.',
    runbook: 'carrier-rejects-requests.md',
    // Without `recipient`, too.
    ...partOf(oursBy('SmsFailed', 'cause', ['refused', 'retry', 'lost', 'too_late']), [sms], { least: 10, percent: 5 }),
  },
  {
    ...atOnce,
    id: 'carrier/sms-sent-after-refund',
    failure: 'An SMS was sent after its refund, so its user has not paid for it.',
    runbook: 'carrier-rejects-requests.md',
    metrics: [ours('SmsSentAfterRefund')],
  },
  {
    ...atOnce,
    id: 'carrier/callbacks-refused',
    failure: 'Callbacks are refused as forged or stale. If they are genuine, calls do not continue.',
    runbook: 'carrier-callbacks.md',
    metrics: [ours('CarrierCallbackRefused')],
    threshold: 5,
  },
  {
    ...atOnce,
    id: 'carrier/no-instructions',
    failure:
      'The carrier got no instructions, even after its retries. Answered calls end with a goodbye, and callers hear a busy tone.',
    runbook: 'carrier-callbacks.md',
    metrics: [ours('CallWithoutInstructions')],
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
    ...partOf([ours('EvaluationFailed')], talks, { least: 3, percent: 5 }),
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
    id: 'calls/unidentified',
    failure: 'The carrier may have a call that the service has failed, because the owner of the call was not certain.',
    runbook: 'lost-calls.md',
    metrics: [ours('LostCall', 'Sum', { outcome: 'unidentified' }), ours('CarrierIdRefused')],
  },
  {
    ...atOnce,
    id: 'money/held',
    failure: 'Money is held for calls that are over.',
    runbook: 'held-money.md',
    metrics: [ours('MoneyHeldTooLong')],
  },
];
