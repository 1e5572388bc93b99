import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';

export interface RevokeTokenDeps {
  tokens: TokenStore;
  clock: Clock;
}

/**
 * Ends a token. The authorizer's answer is cached, so it may still let in for up to a minute.
 * @throws OpsRefusal when the user has no such token
 */
export async function revokeToken(input: { userId: number; tokenId: number }, deps: RevokeTokenDeps): Promise<void> {
  const outcome = await deps.tokens.revoke(input.userId, input.tokenId, deps.clock.now());
  if (outcome === 'missing') throw new OpsRefusal(`user ${input.userId} has no token ${input.tokenId}`);
}
