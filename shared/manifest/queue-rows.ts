import type { QueueRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'queue', memoryMb: 512, batchSize: 1, maxReceiveCount: 5 } as const;

export const queueRows: readonly QueueRow[] = [
  {
    ...defaults,
    id: 'queue/place-call',
    queue: 'place-call',
    timeoutSeconds: 20,
    uses: [
      'table:write',
      'carrier',
      'public-url',
      'queue:place-call',
      'queue:finish-call',
      'queue:check-call',
      'secret:twilio-auth-token',
    ],
    failure: 'Calls are accepted but not dialled.',
  },
  {
    ...defaults,
    id: 'queue/send-sms',
    queue: 'send-sms',
    timeoutSeconds: 20,
    uses: ['table:write', 'carrier', 'public-url', 'queue:send-sms', 'secret:twilio-auth-token'],
    failure: 'SMS are accepted but not sent.',
  },
  {
    ...defaults,
    id: 'queue/finish-call',
    queue: 'finish-call',
    timeoutSeconds: 60,
    memoryMb: 1024,
    uses: ['table:write', 'language-model', 'secret:openai-api-key', 'queue:deliver-webhook'],
    failure: 'Calls stay «ended»: no cost, no evaluation, no webhook, and the held money is not released.',
  },
  {
    ...defaults,
    id: 'queue/check-call',
    queue: 'check-call',
    timeoutSeconds: 20,
    uses: ['table:write', 'carrier', 'queue:check-call', 'queue:finish-call', 'secret:twilio-auth-token'],
    failure: 'Calls whose last callback was lost never end.',
  },
  {
    ...defaults,
    id: 'queue/deliver-webhook',
    queue: 'deliver-webhook',
    timeoutSeconds: 25,
    batchSize: 10,
    uses: ['table:write', 'webhook:send', 'queue:deliver-webhook', 'secret:webhook-signing-key'],
    failure: 'Webhooks are late or missing.',
  },
  {
    ...defaults,
    id: 'queue/continue-conversation',
    queue: 'continue-conversation',
    timeoutSeconds: 20,
    uses: ['table:write', 'socket:send', 'queue:continue-conversation'],
    failure: 'Silent customers are not spoken to again, and goodbyes before the maximum duration are missing.',
  },
];
