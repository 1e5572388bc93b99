import type { QueueRow } from '#shared/manifest/manifest-row.ts';

export const queueDefaults = {
  kind: 'queue',
  memoryMb: 512,
  batchSize: 1,
  maxReceiveCount: 5,
  recursiveLoop: 'Allow',
} as const;

/** The workers for which a customer holds the line. */
export const conversationQueueRows: readonly QueueRow[] = [
  {
    ...queueDefaults,
    id: 'queue/continue-conversation',
    // Ends when the call is over, at its time limit.
    queue: 'continue-conversation',
    // As a turn of a conversation: a model may ask a silent customer.
    timeoutSeconds: 28,
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'socket:send',
      'language-model:stream',
      'models',
      'secret:openai-api-key',
      'queue:continue-conversation',
    ],
    failure: 'The assistant does not reprompt silent customers or say goodbye before the maximum duration.',
  },
  {
    ...queueDefaults,
    id: 'queue/run-tool',
    // Ends when the tools of the turn have an outcome. A use is given up 45 s after it was claimed.
    queue: 'run-tool',
    // A tool takes up to 30 s, then a turn that runs is waited for, and the assistant's own turn takes up to 20 s.
    timeoutSeconds: 100,
    maxReceiveCount: 3,
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'table:batch-write',
      'socket:send',
      'language-model:stream',
      'models',
      'webhook:send',
      'secret:openai-api-key',
      'secret:tool-secret-key',
      'secret:webhook-signing-key',
      'queue:continue-conversation',
      'queue:run-tool',
    ],
    failure: 'Slow tools of assistants do not run, and what killed turns have left stays open.',
  },
  {
    ...queueDefaults,
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
