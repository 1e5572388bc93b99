import { showUser, type ShowUserDeps } from '#shared/app/show-user.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { UserRecord } from '#shared/http/records/user-record.ts';
import { calls } from '#shared/runtime/calls.ts';
import { users } from '#shared/runtime/users.ts';
import { wallets } from '#shared/runtime/wallets.ts';

export const handler = defineEndpoint({
  id: 'users/show-user',
  summary: 'Show who the token belongs to',
  answers: { status: 200, body: UserRecord },
  deps: (): ShowUserDeps => ({ users: users(), wallets: wallets(), calls: calls() }),
  handle: async ({ userId }, deps) => ok(await showUser(userId, deps)),
});
