import type { CarrierRow, QueueRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'carrier', method: 'POST', timeoutSeconds: 10, memoryMb: 512 } as const;
const call = '/carrier/twilio/calls/{user_id}/{call_id}';

/** What a multimodal call takes: callbacks of the carrier that bridges it, and of the speech model that holds it. */
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
      'secret:twilio-auth-token',
    ],
    failure: 'Multimodal calls are not answered and fail.',
  },
  {
    ...defaults,
    id: 'carrier/openai-call-tools',
    path: '/carrier/openai/calls/{user_id}/{call_id}/tools',
    uses: ['table:get', 'table:put', 'table:update', 'queue:steer-realtime', 'secret:twilio-auth-token'],
    failure:
      'Multimodal assistants cannot hang up; their calls end with the customer, with silence or with the time limit.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-transcription',
    path: `${call}/transcription`,
    uses: ['table:get', 'table:query', 'table:put', 'public-url', 'queue:steer-realtime', 'secret:twilio-auth-token'],
    failure: 'Multimodal calls have no transcript and no evaluation, and their silences are not noticed.',
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
    failure: 'It is not known who ended a multimodal call, and those that the speech model did not take are paid for.',
  },
  {
    kind: 'queue',
    id: 'queue/steer-realtime',
    queue: 'steer-realtime',
    memoryMb: 512,
    batchSize: 1,
    maxReceiveCount: 3,
    // A visit: 8 s until the session is there, 25 s of words, and 5 s to hang up.
    timeoutSeconds: 45,
    uses: ['table:get', 'table:query', 'table:update', 'queue:steer-realtime', 'secret:openai-api-key'],
    failure: 'Multimodal assistants do not greet, do not break silences and do not hang up.',
  },
];
