import * as v from 'valibot';
import { revokeOwnToken, type RevokeTokenDeps } from '#shared/accounts/revoke-tokens.ts';
import { tokens } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

const message = 'API key deleted successfully';

export const handler = defineEndpoint({
  id: 'tokens/delete-api-key',
  scope: 'admin',
  summary: 'Revoke an access token as an API key',
  answers: { status: 200, body: v.strictObject({ message: v.literal(message) }) },
  refusals: ['token_protected'],
  pathId: 'token_not_found',
  deps: (): RevokeTokenDeps => ({ tokens: tokens(), clock: clock() }),
  handle: async ({ userId, access, id }, deps) => {
    await revokeOwnToken({ userId, access, tokenId: id, cascade: true }, deps);
    return ok({ message });
  },
});
