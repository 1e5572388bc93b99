import { assistantRows } from '#shared/manifest/assistant-rows.ts';
import { campaignRows } from '#shared/manifest/campaign-rows.ts';
import type { HttpRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'http', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The endpoints of the public API. Their paths are irregular, so each one is written out here, and only here. */
export const httpRows: readonly HttpRow[] = [
  ...assistantRows,
  {
    ...defaults,
    id: 'calls/make-call',
    method: 'POST',
    path: '/user/make_call',
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'table:delete',
      'models',
      'dialing',
      'queue:dial-calls',
    ],
    failure: 'Users cannot start calls.',
  },
  {
    ...defaults,
    id: 'calls/list-calls',
    method: 'GET',
    path: '/user/calls',
    uses: ['table:get', 'table:query', 'table:batch-get', 'recording:link'],
    failure: 'Users cannot see their calls.',
  },
  {
    ...defaults,
    id: 'calls/get-call',
    method: 'GET',
    path: '/user/calls/{id}',
    uses: ['table:get', 'table:query', 'recording:link'],
    failure: 'Users cannot see one of their calls.',
  },
  {
    ...defaults,
    id: 'webhooks/list-deliveries',
    method: 'GET',
    path: '/user/webhooks/deliveries',
    uses: ['table:get', 'table:query'],
    failure: 'Users cannot see why a webhook did not arrive.',
  },
  {
    ...defaults,
    id: 'calls/delete-call',
    method: 'DELETE',
    path: '/user/calls/{id}',
    uses: [
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'table:delete',
      'table:batch-write',
      'carrier',
      'recording:delete',
      'queue:fetch-recording',
      'secret:twilio-auth-token',
    ],
    failure: 'Users cannot delete their calls.',
  },
  {
    ...defaults,
    id: 'users/get-current-user',
    method: 'GET',
    path: '/user/me',
    uses: ['table:get', 'table:query', 'table:batch-get'],
    failure: 'Users cannot see their balance.',
  },
  ...campaignRows,
  {
    ...defaults,
    id: 'sms/send-sms',
    method: 'POST',
    path: '/user/sms',
    // Waits up to 10 s for the outcome, and up to 6 s for a wallet that other requests are charging.
    timeoutSeconds: 20,
    uses: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete', 'queue:send-sms', 'sms'],
    failure: 'Users cannot send SMS.',
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
    failure: 'Clients that mistake a path or a method learn nothing from the answer.',
  },
];

/** The endpoints that the reference describes: all but the one that answers in place of what does not exist. */
export const documentedRows: readonly HttpRow[] = httpRows.filter(({ method }) => method !== 'ANY');
