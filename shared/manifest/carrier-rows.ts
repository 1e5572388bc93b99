import type { CarrierRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'carrier', method: 'POST', timeoutSeconds: 10, memoryMb: 512 } as const;
const call = '/carrier/twilio/calls/{user_id}/{call_id}';

/** Callbacks of the carrier about one call or message, which is named by the path, which the signature covers. */
export const carrierRows: readonly CarrierRow[] = [
  {
    ...defaults,
    id: 'carrier/twilio-call-answered',
    path: `${call}/answered`,
    uses: ['table:get', 'table:query', 'table:update', 'carrier', 'realtime', 'public-url', 'secret:twilio-auth-token'],
    failure: 'Customers who answer hear an error and the call ends.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-call-status',
    path: `${call}/status`,
    uses: [
      'table:get',
      'table:update',
      'carrier',
      'queue:finish-call',
      'queue:dial-campaign',
      'public-url',
      'secret:twilio-auth-token',
    ],
    failure: 'Calls keep a stale status until the next check, and finish late.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-answering-machine',
    path: `${call}/answering-machine`,
    uses: [
      'table:get',
      'table:update',
      'carrier',
      'queue:continue-conversation',
      'queue:steer-realtime',
      'public-url',
      'secret:twilio-auth-token',
    ],
    failure: 'Voicemail is not recognised: the assistant talks to mailboxes, at the cost of the user.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-recording-status',
    path: `${call}/recording`,
    uses: ['table:get', 'table:update', 'carrier', 'public-url', 'queue:fetch-recording', 'secret:twilio-auth-token'],
    failure: 'Recordings are fetched minutes late.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-conversation-ended',
    path: `${call}/conversation-ended`,
    uses: [
      'table:get',
      'table:update',
      'carrier',
      'realtime',
      'queue:check-call',
      'public-url',
      'secret:twilio-auth-token',
    ],
    failure: 'It is not known who ended a call; its final status is «completed».',
  },
  {
    ...defaults,
    id: 'carrier/twilio-call-incoming',
    path: '/carrier/twilio/incoming',
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'carrier',
      'public-url',
      'realtime',
      'queue:check-call',
      'secret:twilio-auth-token',
    ],
    failure: 'Calls that come in are not answered.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-incoming-status',
    path: '/carrier/twilio/incoming-status',
    uses: ['table:get', 'table:update', 'carrier', 'queue:finish-call', 'public-url', 'secret:twilio-auth-token'],
    failure: 'Calls that came in finish late.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-message-incoming',
    path: '/carrier/twilio/incoming-message',
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:delete',
      'carrier',
      'queue:dial-campaign',
      'public-url',
      'secret:twilio-auth-token',
    ],
    failure: 'People who text STOP are still called by campaigns.',
  },
  {
    ...defaults,
    id: 'carrier/twilio-message-status',
    path: '/carrier/twilio/messages/{user_id}/{sms_id}/status',
    uses: ['table:get', 'table:update', 'carrier', 'public-url', 'secret:twilio-auth-token'],
    failure: 'It is not known which SMS were delivered.',
  },
];
