import * as v from 'valibot';
import { UserItem, type User, type UserStore, type AccessToken, type TokenStore } from '#shared/accounts/account.ts';
import { tokenScopes } from '#shared/platform/http/http.ts';
import { absent, expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, untilDecided, type Table } from '#shared/platform/table/table.ts';
import { transact, update, updateIf } from '#shared/platform/table/write.ts';

export function createDynamoDbUserStore(table: Table): UserStore {
  const partition = keys.user(0).pk;
  return {
    create: (user) =>
      untilDecided(async () => {
        const [newest] = await query(table, { partition, newestFirst: true, limit: 1 }, UserItem);
        const created = { id: (newest?.id ?? 0) + 1, ...user };
        const wallet = { ...keys.wallet(created.id), userId: created.id, balance: 0, available: 0 };
        const failed = await transact(table, [
          { put: { ...keys.user(created.id), ...created }, condition: absent },
          { put: wallet, condition: absent },
        ]);
        if (!failed.includes(0) && failed.length > 0) throw new Error(`user id ${created.id} is free but has a wallet`);
        // Otherwise another request took the id in between: the next attempt reads a higher one.
        return failed.length === 0 ? created : undefined;
      }),

    get: (userId) => read(table, keys.user(userId), UserItem),

    list: () => query(table, { partition }, UserItem),

    replaceWebhookSecrets: ({ id, webhookSecretVersions }, next) =>
      updateIf(table, keys.user(id), UserItem, {
        set: next,
        condition: expr`webhookSecretVersions = ${webhookSecretVersions}`,
      }),

    setCallsAllowed: (userId, callsAllowed) => change(table, userId, { callsAllowed }),

    update: (userId, changes) => change(table, userId, changes),

    setRates: (userId, rates) => change(table, userId, rates),
  };
}

async function change(table: Table, userId: number, set: Partial<User>): Promise<void> {
  const isThere = await update(table, keys.user(userId), { set, condition: present });
  if (!isThere) throw new Error(`there is no user ${userId}`);
}

/** How long lists show a token that has expired. */
const LISTED_SECONDS = 90 * 86_400;

const AccessTokenItem = v.pipe(
  v.object({
    id: v.number(),
    userId: v.number(),
    hash: v.string(),
    name: v.string(),
    hint: v.string(),
    scopes: v.optional(v.nullable(v.array(v.picklist(tokenScopes))), null),
    /** Epoch milliseconds. Releases before 2026-11-23 wrote them as `expiresAt`, which DynamoDB reads as seconds. */
    endsAt: v.optional(v.nullable(v.number())),
    expiresAt: v.optional(v.nullable(v.number())),
    revokedAt: v.nullable(v.number()),
    requestsPerMinute: v.optional(v.nullable(v.number()), null),
    createdAt: v.number(),
  }),
  v.transform(({ endsAt, expiresAt, ...token }): AccessToken => ({
    ...token,
    expiresAt: (endsAt === undefined ? expiresAt : endsAt) ?? null,
  })),
);

function toItem({ expiresAt: endsAt, ...token }: AccessToken) {
  const removal = endsAt === null ? {} : { expiresAt: Math.ceil(endsAt / 1000) + LISTED_SECONDS };
  return { ...token, endsAt, ...removal };
}

export function createDynamoDbTokenStore(table: Table): TokenStore {
  return {
    async add(token) {
      const itemKeys = [keys.tokenByHash(token.hash), keys.tokenOfUser.key(token.userId, token.id)];
      const failed = await transact(
        table,
        itemKeys.map((key) => ({ put: { ...key, ...toItem(token) }, condition: absent })),
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
