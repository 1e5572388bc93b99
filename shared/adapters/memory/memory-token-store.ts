import type { AccessToken } from '#shared/domain/account/account.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';

export function createMemoryTokenStore(tokens: AccessToken[] = []): TokenStore {
  return {
    async add(token) {
      const sameId = (other: AccessToken) => other.userId === token.userId && other.id === token.id;
      if (tokens.some((other) => other.hash === token.hash || sameId(other))) return 'id_taken';
      tokens.push(structuredClone(token));
      return 'added';
    },
    async findByHash(hash) {
      return structuredClone(tokens.find((token) => token.hash === hash));
    },
    async list(userId) {
      const own = tokens.filter((token) => token.userId === userId);
      return structuredClone(own.toSorted((one, other) => one.id - other.id));
    },
    async revoke(userId, tokenId, at) {
      const token = tokens.find((other) => other.userId === userId && other.id === tokenId);
      if (!token) return 'missing';
      token.revokedAt ??= at;
      return 'revoked';
    },
  };
}
