import { absent } from '#shared/platform/table/expressions.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact } from '#shared/platform/table/write.ts';
import type { AccessToken } from '#shared/domain/account/account.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';
import { AccessTokenItem } from '#shared/table/items/access-token-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbTokenStore(table: Table): TokenStore {
  return {
    async add(token) {
      const itemKeys = [keys.tokenByHash(token.hash), keys.tokenOfUser.key(token.userId, token.id)];
      const failed = await transact(
        table,
        itemKeys.map((key) => ({ put: { ...key, ...token }, condition: absent })),
      );
      return failed.length === 0 ? 'added' : 'id_taken';
    },

    findByHash: (hash) => findAccessToken(table, hash),

    list: (userId) => query(table, { partition: keys.tokenOfUser.partition(userId) }, AccessTokenItem),

    async revoke(userId, tokenId, at) {
      const key = keys.tokenOfUser.key(userId, tokenId);
      const token = await read(table, key, AccessTokenItem);
      if (!token) return 'missing';
      if (token.revokedAt !== null) return 'revoked';
      // When two revocations run at once, the time of the first one stays.
      const revocation = { set: { revokedAt: at }, condition: { revokedAt: null } };
      await transact(
        table,
        [key, keys.tokenByHash(token.hash)].map((update) => ({ update, ...revocation })),
      );
      return 'revoked';
    },
  };
}

/** All that the authorizer needs: its bundle leaves the store out. */
export function findAccessToken(table: Table, hash: string): Promise<AccessToken | undefined> {
  return read(table, keys.tokenByHash(hash), AccessTokenItem);
}
