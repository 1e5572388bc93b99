import * as v from 'valibot';
import { revokeOwnToken, type RevokeTokenDeps } from '#shared/accounts/revoke-tokens.ts';
import { revokedTokens } from '#shared/accounts/token-api.ts';
import { tokens } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { oneOf } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';

const message = 'Token revoked successfully';

export const handler = defineEndpoint({
  id: 'tokens/delete-token',
  scope: 'admin',
  summary: 'Revoke an access token',
  answers: {
    status: 200,
    body: v.strictObject({
      message: v.literal(message),
      data: v.pipe(v.strictObject({ revoked: revokedTokens }), v.title('RevokedToken')),
    }),
  },
  refusals: ['token_protected'],
  pathId: 'token_not_found',
  query: v.object({ cascade: v.optional(oneOf(['true', 'false']), 'true') }),
  deps: (): RevokeTokenDeps => ({ tokens: tokens(), clock: clock() }),
  handle: async ({ userId, access, id, query: { cascade } }, deps) => {
    const input = { userId, access, tokenId: id, cascade: cascade === 'true' };
    return ok({ message, data: { revoked: await revokeOwnToken(input, deps) } });
  },
});
