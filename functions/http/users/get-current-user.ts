import { UserRecord, getCurrentUser, type GetCurrentUserDeps } from '#shared/call-life/current-user.ts';
import { callList, users, wallets } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'users/get-current-user',
  scope: 'read',
  summary: 'Get the user of the token',
  answers: { status: 200, body: UserRecord },
  deps: (): GetCurrentUserDeps => ({ users: users(), wallets: wallets(), callList: callList() }),
  handle: async ({ userId }, deps) => ok(await getCurrentUser(userId, deps)),
});
