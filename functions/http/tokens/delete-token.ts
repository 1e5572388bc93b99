import * as v from 'valibot';
import type { AccountDeps } from '#shared/accounts/account.ts';
import { tokens } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

const message = 'Token revoked successfully';

export const handler = defineEndpoint({
  id: 'tokens/delete-token',
  scope: 'admin',
  summary: 'Revoke an access token',
  answers: { status: 200, body: v.strictObject({ message: v.literal(message) }) },
  pathId: 'token_not_found',
  deps: (): Pick<AccountDeps, 'tokens' | 'clock'> => ({ tokens: tokens(), clock: clock() }),
  handle: async ({ userId, id }, deps) => {
    const outcome = await deps.tokens.revoke(userId, id, deps.clock.now());
    if (outcome === 'missing') throw new AppError('token_not_found');
    return ok({ message });
  },
});
