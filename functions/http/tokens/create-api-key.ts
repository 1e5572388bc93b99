import * as v from 'valibot';
import { createOwnKey, type IssueTokenDeps } from '#shared/accounts/access-tokens.ts';
import { CreateApiKeyBody, NewApiKey } from '#shared/accounts/token-api.ts';
import { tokens, users } from '#shared/container.ts';
import { clock, toIsoMicroseconds } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { created } from '#shared/platform/http/http.ts';
import { ids } from '#shared/platform/ids.ts';

const message = 'API key created successfully';

export const handler = defineEndpoint({
  id: 'tokens/create-api-key',
  scope: 'admin',
  summary: 'Create an access token as an API key',
  answers: { status: 201, body: v.strictObject({ message: v.literal(message), api_key: NewApiKey }) },
  refusals: ['too_many_tokens', 'too_many_requests'],
  body: CreateApiKeyBody,
  deps: (): IssueTokenDeps => ({ users: users(), tokens: tokens(), clock: clock(), ids: ids() }),
  handle: async ({ userId, access, body: { name } }, deps) => {
    const { token, stored } = await createOwnKey({ userId, access, name }, deps);
    return created({ message, api_key: { name, token, created_at: toIsoMicroseconds(stored.createdAt) } });
  },
});
