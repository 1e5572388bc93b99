import type { QueueRow } from '#shared/manifest/manifest-row.ts';

const defaults = {
  kind: 'queue',
  memoryMb: 512,
  batchSize: 1,
  maxReceiveCount: 5,
  recursiveLoop: 'Allow',
} as const;

export const queueRows: readonly QueueRow[] = [
  {
    ...defaults,
    id: 'queue/dial-calls',
    // Ends when the dial queue is empty. The pump of a carrier account has one owner, so that messages do not multiply.
    queue: 'dial-calls',
    // A run of 20 s, and a request to the carrier that hangs. Wake-ups that find a running pump cost an instant.
    timeoutSeconds: 45,
    batchSize: 10,
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'table:delete',
      'carrier',
      'dialing',
      'public-url',
      'queue:dial-calls',
      'queue:check-call',
      'queue:finish-call',
      'secret:erasure-key',
      'secret:twilio-auth-token',
    ],
    failure: 'Calls are accepted but not dialled.',
  },
  {
    ...defaults,
    id: 'queue/dial-campaign',
    // Ends when no lead is due and no call of a stopped campaign is open; the call watchdog closes each.
    queue: 'dial-campaign',
    timeoutSeconds: 60,
    uses: [
      'models',
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'table:delete',
      'carrier',
      'public-url',
      'dialing',
      'queue:dial-campaign',
      'queue:dial-calls',
      'queue:finish-call',
      'secret:erasure-key',
      'secret:twilio-auth-token',
    ],
    failure: 'Campaigns make no calls.',
  },
  {
    ...defaults,
    id: 'queue/send-sms',
    // Ends when the SMS is five minutes old.
    queue: 'send-sms',
    timeoutSeconds: 20,
    uses: [
      'table:get',
      'table:query',
      'table:batch-get',
      'table:put',
      'table:update',
      'carrier',
      'public-url',
      'queue:send-sms',
      'secret:twilio-auth-token',
    ],
    failure: 'SMS are accepted but not sent.',
  },
  {
    ...defaults,
    id: 'queue/finish-call',
    // Ends when the transcript is complete or the wait for it is over.
    queue: 'finish-call',
    timeoutSeconds: 60,
    memoryMb: 1024,
    uses: [
      'table:get',
      'table:query',
      'table:batch-get',
      'table:put',
      'table:update',
      'table:delete',
      'table:batch-write',
      'language-model:answer',
      'models',
      'secret:erasure-key',
      'secret:openai-api-key',
      'queue:deliver-webhook',
      'queue:deliver-slow-webhook',
      'queue:dial-campaign',
      'queue:fetch-recording',
    ],
    failure: 'Calls stay "ended": no cost, no evaluation, no webhook, and the held money is not released.',
  },
  {
    ...defaults,
    id: 'queue/check-call',
    // Ends when the call is over: the watchdog closes it at its time limit, and gives a lost call up after an hour.
    queue: 'check-call',
    timeoutSeconds: 20,
    uses: [
      'table:get',
      'table:put',
      'table:update',
      'carrier',
      'public-url',
      'queue:check-call',
      'queue:finish-call',
      'queue:dial-campaign',
      'secret:twilio-auth-token',
    ],
    failure: 'Calls whose last callback was lost never end.',
  },
  {
    ...defaults,
    id: 'queue/deliver-webhook',
    // Ends with the last attempt of the schedule.
    queue: 'deliver-webhook',
    timeoutSeconds: 25,
    // Side by side. A hanging receiver delays only the acknowledgement of its batch, 25 s of the 150 s of visibility.
    batchSize: 10,
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'table:batch-write',
      'webhook:send',
      'recording:link',
      'queue:deliver-webhook',
      'queue:deliver-slow-webhook',
      'secret:webhook-signing-key',
    ],
    failure: 'Webhooks are late or missing.',
  },
  {
    ...defaults,
    id: 'queue/deliver-slow-webhook',
    // Ends with the last attempt of the schedule.
    queue: 'deliver-slow-webhook',
    timeoutSeconds: 25,
    // All of them wait for receivers that hang, so one worker waits for ten.
    batchSize: 10,
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'table:batch-write',
      'webhook:send',
      'recording:link',
      'queue:deliver-slow-webhook',
      'secret:webhook-signing-key',
    ],
    failure: 'Webhooks to receivers that hang or are slow are late or missing.',
  },
  {
    ...defaults,
    id: 'queue/continue-conversation',
    // Ends when the call is over, at its time limit.
    queue: 'continue-conversation',
    timeoutSeconds: 20,
    uses: ['table:get', 'table:query', 'table:put', 'table:update', 'socket:send', 'queue:continue-conversation'],
    failure: 'The assistant does not reprompt silent customers or say goodbye before the maximum duration.',
  },
  {
    ...defaults,
    id: 'queue/empty-campaign',
    // Ends when no lead is left. Every round removes up to 500.
    queue: 'empty-campaign',
    timeoutSeconds: 60,
    uses: ['table:get', 'table:query', 'table:update', 'table:delete', 'queue:empty-campaign'],
    failure: 'The leads of deleted campaigns stay in the table. They are hidden and not called.',
  },
  {
    ...defaults,
    id: 'queue/fetch-recording',
    // Ends when the carrier has made the recording.
    queue: 'fetch-recording',
    // One hour of two-channel audio is about 115 MB.
    timeoutSeconds: 120,
    memoryMb: 1024,
    uses: ['table:get', 'table:update', 'carrier', 'recording:write', 'recording:delete', 'secret:twilio-auth-token'],
    failure: 'Recordings stay at the carrier, and their links do not work.',
  },
  {
    ...defaults,
    id: 'queue/steer-realtime',
    // Ends when the call is over, at its time limit.
    queue: 'steer-realtime',
    maxReceiveCount: 3,
    // One session beside the call: 8 s to connect, 25 s of speech, 5 s to hang up.
    timeoutSeconds: 45,
    uses: ['table:get', 'table:query', 'table:update', 'queue:steer-realtime', 'secret:openai-api-key'],
    failure: 'Multimodal assistants do not greet, do not break silences and do not hang up.',
  },
];
