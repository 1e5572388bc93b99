import type { HttpRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'http', timeoutSeconds: 10, memoryMb: 512 } as const;

/** What belongs to a user: tokens and usage. */
export const accountRows: readonly HttpRow[] = [
  {
    ...defaults,
    id: 'users/get-usage',
    method: 'GET',
    path: '/user/usage',
    uses: ['table:query'],
    partitions: ['USER#*'],
    failure: 'Users cannot see what a month has cost.',
  },
  {
    ...defaults,
    id: 'tokens/list-tokens',
    method: 'GET',
    path: '/user/tokens',
    uses: ['table:query'],
    partitions: ['USER#*#TOKEN'],
    failure: 'Users cannot see their access tokens.',
  },
  {
    ...defaults,
    id: 'tokens/create-token',
    method: 'POST',
    path: '/user/tokens',
    uses: ['table:get', 'table:put'],
    partitions: ['USERS', 'USER#*#TOKEN', 'TOKEN#*'],
    failure: 'Users cannot create access tokens.',
  },
  {
    ...defaults,
    id: 'tokens/delete-token',
    method: 'DELETE',
    path: '/user/tokens/{id}',
    uses: ['table:get', 'table:update'],
    partitions: ['USER#*#TOKEN', 'TOKEN#*'],
    failure: 'Users cannot revoke an access token that has leaked.',
  },
];
