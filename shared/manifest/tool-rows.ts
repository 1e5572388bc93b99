import type { HttpRow } from '#shared/manifest/manifest-row.ts';

const defaults = { kind: 'http', timeoutSeconds: 10, memoryMb: 512 } as const;
const tables = ['USER#*#TOOL', 'USER#*#TOOL_SECRET', 'USER#*#TOOL_NAME'];

/** `mid-call-tools` is the name in some clients. */
const aliases = { all: ['/user/mid-call-tools'], one: ['/user/mid-call-tools/{id}'] };

export const toolRows: readonly HttpRow[] = [
  {
    ...defaults,
    id: 'tools/list-tools',
    method: 'GET',
    path: '/user/tools',
    aliases: aliases.all,
    uses: ['table:query'],
    partitions: ['USER#*#TOOL'],
    failure: 'Users cannot see their tools.',
  },
  {
    ...defaults,
    id: 'tools/get-tool',
    method: 'GET',
    path: '/user/tools/{id}',
    aliases: aliases.one,
    uses: ['table:get'],
    partitions: ['USER#*#TOOL'],
    failure: 'Users cannot see one of their tools.',
  },
  {
    ...defaults,
    id: 'tools/create-tool',
    method: 'POST',
    path: '/user/tools',
    aliases: aliases.all,
    uses: ['table:get', 'table:query', 'table:put', 'table:update', 'webhook:send', 'secret:tool-secret-key'],
    partitions: tables,
    failure: 'Users cannot create tools.',
  },
  {
    ...defaults,
    id: 'tools/update-tool',
    method: 'PUT',
    otherMethod: 'PATCH',
    path: '/user/tools/{id}',
    aliases: aliases.one,
    uses: ['table:get', 'table:put', 'table:delete', 'webhook:send', 'secret:tool-secret-key'],
    partitions: tables,
    failure: 'Users cannot change their tools.',
  },
  {
    ...defaults,
    id: 'tools/delete-tool',
    method: 'DELETE',
    path: '/user/tools/{id}',
    aliases: aliases.one,
    uses: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete'],
    failure: 'Users cannot delete tools.',
  },
  {
    ...defaults,
    id: 'tools/test-tool',
    method: 'POST',
    path: '/user/tools/{id}/test',
    // The receiver has 22 s.
    timeoutSeconds: 28,
    uses: ['table:get', 'table:update', 'webhook:send', 'secret:tool-secret-key', 'secret:webhook-signing-key'],
    failure: 'Users cannot try a tool.',
  },
];
