import { assistantRows } from '#shared/manifest/assistant-rows.ts';
import { callRows } from '#shared/manifest/call-rows.ts';
import { campaignRows } from '#shared/manifest/campaign-rows.ts';
import type { HttpRow } from '#shared/manifest/manifest-row.ts';
import { tokenRows } from '#shared/manifest/token-rows.ts';
import { toolRows } from '#shared/manifest/tool-rows.ts';

const defaults = { kind: 'http', timeoutSeconds: 10, memoryMb: 512 } as const;

const startsCalls = [
  'table:get',
  'table:query',
  'table:put',
  'table:update',
  'models',
  'web-calls',
  'queue:check-call',
  'secret:call-token-key',
  'secret:twilio-api-key-secret',
] as const;

/** Their paths are irregular, so each one is written out in these files, and only there. */
export const httpRows: readonly HttpRow[] = [
  ...assistantRows,
  ...toolRows,
  ...callRows,
  {
    ...defaults,
    id: 'users/get-current-user',
    method: 'GET',
    path: '/user/me',
    uses: ['table:get', 'table:query', 'table:batch-get'],
    failure: 'Users cannot see their balance.',
  },
  {
    ...defaults,
    id: 'users/set-default-country',
    method: 'PUT',
    path: '/user/default-country',
    uses: ['table:update'],
    partitions: ['USERS'],
    failure: 'Users cannot set the country of numbers without a plus.',
  },
  {
    ...defaults,
    id: 'users/get-usage',
    method: 'GET',
    path: '/user/usage',
    uses: ['table:query'],
    partitions: ['USER#*'],
    failure: 'Users cannot see the cost of a month.',
  },
  ...tokenRows,
  ...campaignRows,
  {
    ...defaults,
    id: 'web-calls/create-web-call',
    method: 'POST',
    path: '/user/assistants/{id}/web-call',
    uses: startsCalls,
    failure: 'Users cannot talk to their assistants in a web page.',
  },
  {
    ...defaults,
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
    id: 'web-calls/create-widget-call',
    method: 'POST',
    otherMethod: 'OPTIONS',
    path: '/widget/{token}/web-call',
    auth: 'none',
    uses: startsCalls,
    failure: 'Visitors cannot call with the widget.',
  },
  {
    ...defaults,
    id: 'sms/send-sms',
    method: 'POST',
    path: '/user/sms',
    // Waits up to 10 s for the outcome, and up to 6 s for a wallet that other requests are charging.
    timeoutSeconds: 20,
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'table:delete',
      'queue:send-sms',
      'destinations',
      'sms',
      'secret:erasure-key',
    ],
    failure: 'Users cannot send SMS.',
  },
  {
    ...defaults,
    id: 'sms/list-sms',
    method: 'GET',
    path: '/user/sms',
    // The first list of a user with many SMS reads all of them once.
    timeoutSeconds: 25,
    uses: ['table:get', 'table:query', 'table:batch-get', 'table:put', 'table:delete', 'table:batch-write'],
    partitions: ['USER#*#SMS', 'USER#*#SMS_INDEX'],
    failure: 'Users cannot see their SMS.',
  },
  {
    ...defaults,
    id: 'sms/get-sms',
    method: 'GET',
    path: '/user/sms/{id}',
    uses: ['table:get'],
    partitions: ['USER#*#SMS'],
    failure: 'Users cannot see one SMS.',
  },
  {
    ...defaults,
    id: 'recordings/get-recording',
    method: 'GET',
    path: '/recordings/{token}',
    auth: 'none',
    uses: ['table:get', 'recording:read'],
    partitions: ['USER#*#CALL'],
    failure: 'Recordings cannot be played.',
  },
  {
    ...defaults,
    id: 'docs/get-openapi',
    method: 'GET',
    path: '/openapi.json',
    auth: 'none',
    uses: [],
    failure: 'Clients cannot read the description of the API.',
  },
  {
    ...defaults,
    id: 'docs/unknown-endpoint',
    method: 'ANY',
    path: '/{proxy+}',
    auth: 'none',
    uses: [],
    failure: 'Clients with a wrong path or method get no hint in the answer.',
  },
];

export const documentedRows: readonly HttpRow[] = httpRows.filter(({ method }) => method !== 'ANY');
