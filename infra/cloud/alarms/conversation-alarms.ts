import { atOnce, partOf, type Alarm } from '#infra/cloud/alarms/alarm.ts';
import { ours, socket } from '#infra/cloud/alarms/metric-source.ts';

/** What goes wrong between the carrier's WebSocket and the assistant. */
export const conversationAlarms: readonly Alarm[] = [
  {
    ...atOnce,
    id: 'conversation/not-started',
    failure: 'Answered calls have no conversation, and end.',
    runbook: 'conversations.md',
    metrics: [ours('ConversationRefused')],
  },
  {
    ...atOnce,
    id: 'conversation/broken',
    failure: 'Conversations end in the middle.',
    runbook: 'conversations.md',
    // Of all calls, of which a part is answered.
    ...partOf([ours('ConversationFailed')], [ours('CallFinished')], { least: 3, percent: 1 }),
  },
  {
    ...atOnce,
    id: 'conversation/frames-lost',
    // API Gateway throttles frames. If Lambda does, the alarm is `limits/functions`.
    failure: 'Frames of the carrier are refused because a limit is reached, so customers get no answer.',
    runbook: 'conversations.md',
    metrics: [socket('ClientError'), socket('ExecutionError')],
    threshold: 3,
  },
  {
    ...atOnce,
    id: 'conversation/fails',
    failure: 'The functions behind the WebSocket fail: conversations do not begin, or end in the middle.',
    runbook: 'conversations.md',
    // What the functions catch, and what API Gateway reports: crashes, and functions that cannot be called. A connection that is
    // refused as forged is such a report, too.
    metrics: [ours('SocketFailure'), socket('IntegrationError'), ours('ConnectionRefused')],
    expression: 'FILL(m0, 0) + IF(FILL(m1, 0) - FILL(m2, 0) >= 3, 1, 0)',
  },
  {
    ...atOnce,
    id: 'conversation/transcript-incomplete',
    failure: 'Multimodal calls have no transcript.',
    runbook: 'conversations.md',
    metrics: [ours('TranscriptionFailed')],
    threshold: 5,
  },
  {
    ...atOnce,
    id: 'conversation/unreadable',
    failure: 'The service cannot read the reports of the carrier, and customers get no answer.',
    runbook: 'conversations.md',
    // A type that is new at the carrier takes nothing from customers.
    metrics: [ours('MalformedFrame')],
    threshold: 10,
  },
  {
    ...atOnce,
    id: 'conversation/slow',
    failure: 'The assistant answers late, and not because of its language model.',
    runbook: 'conversations.md',
    metrics: [ours('TurnOverhead', 'p90')],
    threshold: 500,
    periods: 3,
  },
];
