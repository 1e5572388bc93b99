import * as v from 'valibot';
import type { TokenStore } from '#shared/accounts/account.ts';
import { TokenRecord, toTokenRecord } from '#shared/accounts/token-api.ts';
import { tokens } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'tokens/list-tokens',
  scope: 'admin',
  summary: 'List the access tokens',
  answers: { status: 200, body: v.strictObject({ data: v.array(TokenRecord) }) },
  deps: (): { tokens: Pick<TokenStore, 'list' | 'uses'> } => ({ tokens: tokens() }),
  handle: async ({ userId }, deps) => {
    const [list, uses] = await Promise.all([deps.tokens.list(userId), deps.tokens.uses(userId)]);
    const useOf = new Map(uses.map((use) => [use.tokenId, use]));
    return ok({ data: list.map((token) => toTokenRecord(token, useOf.get(token.id))) });
  },
});
