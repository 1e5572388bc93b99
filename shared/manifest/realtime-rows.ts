import type { CarrierRow, QueueRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'carrier', method: 'POST', timeoutSeconds: 10, memoryMb: 512 } as const;
const call = '/carrier/twilio/calls/{user_id}/{call_id}';

/**
 * Multimodal calls: callbacks of the carrier that bridges the call and of the speech model that handles it, and their
 * worker.
 */
export const realtimeRows: readonly (CarrierRow | QueueRow)[] = [
  {
    ...defaults,
    id: 'carrier/openai-call-incoming',
    path: '/carrier/openai/calls/incoming',
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'public-url',
      'queue:steer-realtime',
      'secret:openai-api-key',
      'secret:openai-webhook-secret',
      'secret:call-token-key',
    ],
    failure: 'Multimodal calls are not answered and fail.',
  },
  {
    ...defaults,
    id: 'carrier/openai-call-tools',
    path: '/carrier/openai/calls/{user_id}/{call_id}/tools',
    uses: ['table:get', 'table:put', 'table:update', 'queue:steer-realtime', 'secret:call-token-key'],
    failure:
      'Multimodal assistants cannot hang up; their calls end when the customer hangs up, after a silence or at the time limit.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-transcription',
    path: `${call}/transcription`,
    uses: ['table:get', 'table:query', 'table:put', 'public-url', 'queue:steer-realtime', 'secret:twilio-auth-token'],
    failure: 'Multimodal calls have no transcript and no evaluation, and silences are not detected.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-bridge-ended',
    path: `${call}/bridge-ended`,
    uses: [
      'table:get',
      'table:update',
      'realtime',
      'public-url',
      'socket-url',
      'queue:check-call',
      'queue:finish-call',
      'secret:twilio-auth-token',
    ],
    failure: 'The service does not know who ended a multimodal call, and charges calls that the speech model rejected.',
  },
  {
    kind: 'queue',
    id: 'queue/steer-realtime',
    queue: 'steer-realtime',
    memoryMb: 512,
    batchSize: 1,
    maxReceiveCount: 3,
    // Ends when the call is over, at its time limit.
    recursiveLoop: 'Allow',
    // One session beside the call: 8 s to connect, 25 s of speech, 5 s to hang up.
    timeoutSeconds: 45,
    uses: ['table:get', 'table:query', 'table:update', 'queue:steer-realtime', 'secret:openai-api-key'],
    failure: 'Multimodal assistants do not greet, do not break silences and do not hang up.',
  },
];
