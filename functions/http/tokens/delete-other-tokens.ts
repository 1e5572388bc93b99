import * as v from 'valibot';
import { revokeOtherTokens, type RevokeTokenDeps } from '#shared/accounts/revoke-tokens.ts';
import { keptTokens, revokedTokens } from '#shared/accounts/token-api.ts';
import { tokens } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { oneOf, required } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';

const message = 'Tokens revoked successfully';

export const handler = defineEndpoint({
  id: 'tokens/delete-other-tokens',
  scope: 'admin',
  summary: 'Revoke all other access tokens',
  answers: {
    status: 200,
    body: v.strictObject({
      message: v.literal(message),
      data: v.pipe(v.strictObject({ revoked: revokedTokens, kept: keptTokens }), v.title('RevokedTokens')),
    }),
  },
  query: v.object({ keep: required(oneOf(['current'])) }),
  deps: (): RevokeTokenDeps => ({ tokens: tokens(), clock: clock() }),
  handle: async ({ userId, access }, deps) => ok({ message, data: await revokeOtherTokens({ userId, access }, deps) }),
});
