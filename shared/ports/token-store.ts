import type { AccessToken } from '#shared/domain/account/account.ts';

export interface TokenStore {
  add(token: AccessToken): Promise<void>;
  /** Expired and revoked ones included: the rule decides. */
  findByHash(hash: string): Promise<AccessToken | undefined>;
  /** Oldest first. */
  list(userId: number): Promise<AccessToken[]>;
  revoke(userId: number, tokenId: number, at: number): Promise<'revoked' | 'missing'>;
}
