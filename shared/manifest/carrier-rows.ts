import type { CarrierRow } from '#shared/manifest/manifest-row.ts';
import { twilioRows } from '#shared/manifest/twilio-rows.ts';

const defaults = { kind: 'carrier', method: 'POST', timeoutSeconds: 10, memoryMb: 512 } as const;

const speechModelRows: readonly CarrierRow[] = [
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
    // A tool of the user takes up to 22 s of them. API Gateway times out at 29 s.
    timeoutSeconds: 28,
    uses: [
      'table:get',
      'table:query',
      'table:batch-get',
      'table:put',
      'table:update',
      'queue:steer-realtime',
      'queue:run-tool',
      'webhook:send',
      'secret:tool-secret-key',
      'secret:webhook-signing-key',
      'secret:call-token-key',
    ],
    failure:
      'Multimodal assistants use no tools and cannot hang up. Their calls end when the customer hangs up, after a silence or at the time limit.',
  },
];

export const carrierRows: readonly CarrierRow[] = [...twilioRows, ...speechModelRows];
