import type { HttpRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'http', timeoutSeconds: 10, memoryMb: 512 } as const;

export const tokenRows: readonly HttpRow[] = [
  {
    ...defaults,
    id: 'tokens/list-tokens',
    method: 'GET',
    path: '/user/tokens',
    uses: ['table:query'],
    partitions: ['USER#*#TOKEN', 'USER#*#TOKEN_USE'],
    failure: 'Users cannot see their access tokens.',
  },
  {
    ...defaults,
    id: 'tokens/create-token',
    method: 'POST',
    path: '/user/tokens',
    uses: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete'],
    partitions: ['USERS', 'USER#*#TOKEN', 'USER#*#TOKEN_USE', 'TOKEN#*'],
    failure: 'Users cannot create access tokens.',
  },
  {
    ...defaults,
    id: 'tokens/delete-token',
    method: 'DELETE',
    path: '/user/tokens/{id}',
    uses: ['table:get', 'table:query', 'table:update'],
    partitions: ['USER#*#TOKEN', 'TOKEN#*'],
    failure: 'Users cannot revoke an access token that has leaked.',
  },
  {
    ...defaults,
    id: 'tokens/delete-other-tokens',
    method: 'DELETE',
    path: '/user/tokens',
    uses: ['table:get', 'table:query', 'table:update'],
    partitions: ['USER#*#TOKEN', 'TOKEN#*'],
    failure: 'Users cannot revoke all access tokens at once after a leak.',
  },
  {
    ...defaults,
    id: 'tokens/list-api-keys',
    method: 'GET',
    path: '/user/api-keys',
    uses: ['table:query'],
    partitions: ['USER#*#TOKEN', 'USER#*#TOKEN_USE'],
    failure: 'Users cannot see their access tokens in clients that call them API keys.',
  },
  {
    ...defaults,
    id: 'tokens/create-api-key',
    method: 'POST',
    path: '/user/api-keys',
    uses: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete'],
    partitions: ['USERS', 'USER#*#TOKEN', 'USER#*#TOKEN_USE', 'TOKEN#*'],
    failure: 'Users cannot create access tokens in clients that call them API keys.',
  },
  {
    ...defaults,
    id: 'tokens/delete-api-key',
    method: 'DELETE',
    path: '/user/api-keys/{id}',
    uses: ['table:get', 'table:query', 'table:update'],
    partitions: ['USER#*#TOKEN', 'TOKEN#*'],
    failure: 'Users cannot revoke an access token in clients that call it an API key.',
  },
];
