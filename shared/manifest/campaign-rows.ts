import type { HttpRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'http', timeoutSeconds: 10, memoryMb: 512 } as const;

/** Campaigns, their leads, and the do-not-call list. */
export const campaignRows: readonly HttpRow[] = [
  {
    ...defaults,
    id: 'campaigns/create-campaign',
    method: 'POST',
    path: '/user/campaigns',
    uses: ['table:get', 'table:query', 'table:put'],
    failure: 'Users cannot create campaigns.',
  },
  {
    ...defaults,
    id: 'campaigns/list-campaigns',
    method: 'GET',
    path: '/user/campaigns',
    uses: ['table:query'],
    failure: 'Users cannot see their campaigns.',
  },
  {
    ...defaults,
    id: 'campaigns/update-campaign-status',
    method: 'POST',
    path: '/user/campaigns/update-status',
    uses: ['table:get', 'table:query', 'table:put', 'table:delete', 'queue:dial-campaign'],
    failure: 'Users cannot start their campaigns, nor stop them.',
  },
  {
    ...defaults,
    id: 'campaigns/delete-campaign',
    method: 'DELETE',
    path: '/user/campaign/{id}',
    uses: ['table:get', 'table:update', 'queue:dial-campaign', 'queue:empty-campaign'],
    failure: 'Users cannot delete their campaigns.',
  },
  {
    ...defaults,
    id: 'leads/create-lead',
    method: 'POST',
    path: '/user/leads',
    aliases: ['/user/lead'],
    uses: ['table:get', 'table:put', 'table:update', 'table:delete', 'queue:dial-campaign'],
    failure: 'Users cannot add leads to their campaigns.',
  },
  {
    ...defaults,
    id: 'leads/update-lead',
    method: 'PUT',
    path: '/user/leads/{id}',
    aliases: ['/leads/{id}'],
    uses: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete', 'queue:dial-campaign'],
    failure: 'Users cannot change their leads.',
  },
  {
    ...defaults,
    id: 'leads/list-leads',
    method: 'GET',
    path: '/user/leads',
    // Reads a short row for every lead that may match the filter.
    memoryMb: 1024,
    uses: ['table:query', 'table:batch-get'],
    failure: 'Users cannot see their leads.',
  },
  {
    ...defaults,
    id: 'leads/delete-lead',
    method: 'DELETE',
    path: '/user/leads/{id}',
    uses: ['table:get', 'table:update', 'table:delete', 'queue:dial-campaign'],
    failure: 'Users cannot delete their leads.',
  },
  {
    ...defaults,
    id: 'do-not-call/add-do-not-call-entry',
    method: 'POST',
    path: '/user/do-not-call',
    uses: ['table:get', 'table:query', 'table:put', 'table:delete', 'queue:dial-campaign'],
    failure: 'Users cannot add numbers to their do-not-call list.',
  },
  {
    ...defaults,
    id: 'do-not-call/list-do-not-call-entries',
    method: 'GET',
    path: '/user/do-not-call',
    uses: ['table:query'],
    failure: 'Users cannot see their do-not-call list.',
  },
  {
    ...defaults,
    id: 'do-not-call/remove-do-not-call-entry',
    method: 'DELETE',
    path: '/user/do-not-call/{phone_number}',
    uses: ['table:delete'],
    failure: 'Users cannot remove numbers from their do-not-call list.',
  },
];
