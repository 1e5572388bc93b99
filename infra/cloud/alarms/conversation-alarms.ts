import { atOnce, partOf, type Alarm } from '#infra/cloud/alarms/alarm.ts';
import { lambda, ours, oursBy, socket, talks } from '#infra/cloud/alarms/metric-source.ts';

/** What goes wrong between the carrier's WebSocket and the assistant. */
export const conversationAlarms: readonly Alarm[] = [
  {
    ...atOnce,
    id: 'conversation/connections-refused',
    failure: 'Connections are refused as forged. If they are genuine, answered calls stay silent.',
    runbook: 'carrier-callbacks.md',
    metrics: [ours('ConnectionRefused')],
    threshold: 3,
  },
  {
    ...atOnce,
    id: 'conversation/not-started',
    failure: 'Answered calls have no conversation, and end.',
    runbook: 'conversations.md',
    // Without `call_is_over`: customers hang up while they are connected. A token that is used has opened a connection, which stays.
    metrics: oursBy('ConversationRefused', 'reason', ['token', 'unknown_call', 'another_call', 'model']),
  },
  {
    ...atOnce,
    id: 'conversation/broken',
    failure: 'Conversations end in the middle.',
    runbook: 'conversations.md',
    ...partOf([ours('ConversationFailed'), ours('CarrierErrorFrame')], talks, { least: 3, percent: 2 }),
  },
  {
    ...atOnce,
    id: 'conversation/frames-lost',
    // API Gateway throttles frames, or Lambda does.
    failure: 'Frames of the carrier are refused because a limit is reached, so customers get no answer.',
    runbook: 'conversations.md',
    metrics: [socket('ClientError'), socket('ExecutionError'), lambda('Throttles', 'socket/message')],
    threshold: 3,
  },
  {
    ...atOnce,
    id: 'conversation/frame-errors',
    failure:
      'The functions behind the WebSocket fail or refuse connections: conversations do not begin, or end in the middle.',
    runbook: 'conversations.md',
    metrics: [socket('IntegrationError')],
    threshold: 5,
  },
  {
    ...atOnce,
    id: 'conversation/frames-slow',
    // API Gateway gives up after 29 s.
    failure: 'Answers take so long that conversations may soon end in the middle.',
    runbook: 'conversations.md',
    metrics: [socket('IntegrationLatency', 'p90')],
    threshold: 20_000,
    periods: 3,
  },
  {
    ...atOnce,
    id: 'conversation/transcript-incomplete',
    failure: 'Multimodal calls have no transcript, or one without its end.',
    runbook: 'conversations.md',
    // Several sentences of a call may be late.
    ...partOf([ours('TranscriptionFailed'), ours('TranscriptTooLate')], talks, { least: 3, percent: 10 }),
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
