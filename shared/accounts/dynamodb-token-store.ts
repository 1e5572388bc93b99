import { AccessTokenItem, type AccessToken, type TokenStore } from '#shared/accounts/account.ts';
import { absent, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact } from '#shared/platform/table/write.ts';

/** Stores a token twice: by its hash for the authorizer, and in the list of its user. */
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

    async setRequestsPerMinute(userId, requestsPerMinute) {
      const tokens = await query(table, { partition: keys.tokenOfUser.partition(userId) }, AccessTokenItem);
      for (const { id, hash } of tokens) {
        const bothItems = [keys.tokenOfUser.key(userId, id), keys.tokenByHash(hash)];
        await transact(
          table,
          bothItems.map((update) => ({ update, set: { requestsPerMinute }, condition: present })),
        );
      }
    },

    async revoke(userId, tokenId, at) {
      const key = keys.tokenOfUser.key(userId, tokenId);
      const token = await read(table, key, AccessTokenItem);
      if (!token) return 'missing';
      if (token.revokedAt !== null) return 'revoked';
      // Of two concurrent revocations, the first one sets the time.
      const revocation = { set: { revokedAt: at }, condition: { revokedAt: null } };
      await transact(
        table,
        [key, keys.tokenByHash(token.hash)].map((update) => ({ update, ...revocation })),
      );
      return 'revoked';
    },
  };
}

/** A function of its own, so that the authorizer's bundle contains only this read. */
export function findAccessToken(table: Table, hash: string): Promise<AccessToken | undefined> {
  return read(table, keys.tokenByHash(hash), AccessTokenItem);
}
