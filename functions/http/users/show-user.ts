import { showUser, type ShowUserDeps } from '#shared/app/show-user.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { UserRecord } from '#shared/http/records/user-record.ts';
import { callList } from '#shared/runtime/call-list.ts';
import { users } from '#shared/runtime/users.ts';
import { wallets } from '#shared/runtime/wallets.ts';

export const handler = defineEndpoint({
  id: 'users/show-user',
  summary: 'Show who the token belongs to',
  answers: { status: 200, body: UserRecord },
  deps: (): ShowUserDeps => ({ users: users(), wallets: wallets(), callList: callList() }),
  handle: async ({ userId }, deps) => ok(await showUser(userId, deps)),
});
