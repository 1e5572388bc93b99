import * as v from 'valibot';
import { isTokenLive } from '#shared/accounts/access-tokens.ts';
import type { TokenStore } from '#shared/accounts/account.ts';
import { ApiKeyRecord, toApiKeyRecord } from '#shared/accounts/token-api.ts';
import { tokens } from '#shared/container.ts';
import { clock, type Clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'tokens/list-api-keys',
  scope: 'admin',
  summary: 'List the live access tokens as API keys',
  answers: { status: 200, body: v.strictObject({ api_keys: v.array(ApiKeyRecord) }) },
  deps: (): { tokens: Pick<TokenStore, 'list' | 'uses'>; clock: Clock } => ({ tokens: tokens(), clock: clock() }),
  handle: async ({ userId }, deps) => {
    const [list, uses] = await Promise.all([deps.tokens.list(userId), deps.tokens.uses(userId)]);
    const useOf = new Map(uses.map((use) => [use.tokenId, use]));
    const live = list.filter((token) => isTokenLive(token, deps.clock.now()));
    return ok({ api_keys: live.map((token) => toApiKeyRecord(token, useOf.get(token.id))) });
  },
});
