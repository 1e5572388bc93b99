import type { AccessToken } from '#shared/domain/account/account.ts';

export interface TokenStore {
  add(token: AccessToken): Promise<'added' | 'id_taken'>;
  /** Expired and revoked ones included: the rule decides. */
  findByHash(hash: string): Promise<AccessToken | undefined>;
  /** Oldest first. */
  list(userId: number): Promise<AccessToken[]>;
  /** A token that was revoked before stays as it is. */
  revoke(userId: number, tokenId: number, at: number): Promise<'revoked' | 'missing'>;
}
