import type { CarrierRow, HttpRow } from '#shared/manifest/manifest-row.ts';

const defaults = { timeoutSeconds: 10, memoryMb: 512 } as const;

const startsCalls = [
  'table:get',
  'table:query',
  'table:put',
  'table:update',
  'models',
  'dialing',
  'carrier',
  'web-calls',
  'queue:check-call',
  'secret:call-token-key',
  'secret:twilio-api-key-secret',
] as const;

/** Calls in web pages, by a token or by a widget. */
export const webCallRows: readonly HttpRow[] = [
  {
    ...defaults,
    kind: 'http',
    id: 'web-calls/create-web-call',
    method: 'POST',
    path: '/user/assistants/{id}/web-call',
    uses: startsCalls,
    failure: 'Users cannot talk to their assistants in a web page.',
  },
  {
    ...defaults,
    kind: 'http',
    id: 'web-calls/get-widget',
    method: 'GET',
    otherMethod: 'OPTIONS',
    path: '/widget/{token}',
    auth: 'none',
    uses: ['table:get'],
    partitions: ['USER#*#ASSISTANT'],
    failure: 'The widget does not appear in the pages of customers.',
  },
  {
    ...defaults,
    kind: 'http',
    id: 'web-calls/create-widget-call',
    method: 'POST',
    otherMethod: 'OPTIONS',
    path: '/widget/{token}/web-call',
    auth: 'none',
    uses: startsCalls,
    failure: 'Visitors cannot call by the widget.',
  },
];

export const webCallCallback: CarrierRow = {
  ...defaults,
  kind: 'carrier',
  method: 'POST',
  id: 'carrier/twilio-web-call',
  path: '/carrier/twilio/web-call',
  uses: [
    'table:get',
    'table:put',
    'table:update',
    'realtime',
    'public-url',
    'socket-url',
    'queue:check-call',
    'secret:twilio-auth-token',
    'secret:call-token-key',
  ],
  failure: 'Calls in web pages are not answered.',
};
