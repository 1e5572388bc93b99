import { createOwnToken, type IssueTokenDeps } from '#shared/accounts/access-tokens.ts';
import { CreateTokenBody, NewTokenRecord, toNewTokenRecord } from '#shared/accounts/token-api.ts';
import { tokens, users } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { created } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { ids } from '#shared/platform/ids.ts';

const message = 'Token created successfully';

export const handler = defineEndpoint({
  id: 'tokens/create-token',
  scope: 'admin',
  summary: 'Create an access token',
  answers: { status: 201, body: messageAnswer(message, NewTokenRecord) },
  refusals: ['too_many_tokens', 'too_many_requests'],
  body: CreateTokenBody,
  deps: (): IssueTokenDeps => ({ users: users(), tokens: tokens(), clock: clock(), ids: ids() }),
  handle: async ({ userId, access, body }, deps) => {
    const { token, stored } = await createOwnToken({ userId, access, request: body }, deps);
    return created({ message, data: { ...toNewTokenRecord(stored), token } });
  },
});
