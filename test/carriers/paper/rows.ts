import type { CarrierRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'carrier', method: 'POST', timeoutSeconds: 10, memoryMb: 512 } as const;
const uses = [
  'table:get',
  'table:query',
  'table:put',
  'table:update',
  'public-url',
  'secret:twilio-auth-token',
] as const;

/** The rows of paper's functions. The secret of the default account stands for those of all. */
export const paperRows: readonly CarrierRow[] = [
  {
    ...defaults,
    id: 'carrier/paper-call',
    path: '/carrier/paper/calls/{user_id}/{call_id}',
    uses: [...uses, 'socket-url', 'queue:check-call', 'queue:finish-call', 'secret:call-token-key'],
    failure: 'Calls on paper are not answered, and finish late.',
  },
  {
    ...defaults,
    id: 'carrier/paper-text',
    path: '/carrier/paper/texts/{user_id}/{sms_id}',
    uses,
    failure: 'The delivery status of SMS on paper is missing.',
  },
  {
    ...defaults,
    id: 'carrier/paper-text-incoming',
    path: '/carrier/paper/texts',
    uses,
    failure: 'People who text STOP on paper are still called by campaigns.',
  },
];
