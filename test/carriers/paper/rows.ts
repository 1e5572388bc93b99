import type { CarrierRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'carrier', method: 'POST', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The rows of paper's functions. The secret of the default account stands for those of all. */
export const paperRows: readonly CarrierRow[] = [
  {
    ...defaults,
    id: 'carrier/paper-call',
    path: '/carrier/paper/calls/{user_id}/{call_id}',
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'queue:check-call',
      'queue:finish-call',
      'queue:dial-campaign',
      'queue:fetch-recording',
      'public-url',
      'socket-url',
      'secret:twilio-auth-token',
      'secret:call-token-key',
    ],
    failure: 'Calls on paper are not answered, and finish late.',
  },
  {
    ...defaults,
    id: 'carrier/paper-call-incoming',
    path: '/carrier/paper/calls',
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'models',
      'queue:check-call',
      'public-url',
      'socket-url',
      'secret:twilio-auth-token',
      'secret:call-token-key',
    ],
    failure: 'Inbound calls on paper are not answered.',
  },
  {
    ...defaults,
    id: 'carrier/paper-text',
    path: '/carrier/paper/texts/{user_id}/{sms_id}',
    uses: ['table:get', 'table:put', 'table:update', 'queue:deliver-webhook', 'secret:twilio-auth-token'],
    partitions: ['USERS', 'USER#*#SMS', 'USER#*#SMS_INDEX', 'USER#*#RECOGNISED_MESSAGE', 'USER#*#WEBHOOK'],
    failure: 'The delivery status of SMS on paper is missing.',
  },
  {
    ...defaults,
    id: 'carrier/paper-text-incoming',
    path: '/carrier/paper/texts',
    uses: [
      'table:get',
      'table:query',
      'table:batch-get',
      'table:put',
      'table:update',
      'table:delete',
      'carrier',
      'queue:dial-campaign',
      'queue:deliver-webhook',
      'public-url',
      'secret:erasure-key',
      'secret:twilio-auth-token',
    ],
    failure: 'People who text STOP on paper are still called by campaigns.',
  },
];
