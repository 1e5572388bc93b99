import * as v from 'valibot';
import type { AccessToken, TokenStore } from '#shared/accounts/account.ts';
import { tokenScopes } from '#shared/platform/http/http.ts';
import { absent, expr, present } from '#shared/platform/table/expressions.ts';
import { type Table, knownWords, query, read } from '#shared/platform/table/table.ts';
import { tokenKeys } from '#shared/platform/table/user-keys.ts';
import { transact, update } from '#shared/platform/table/write.ts';

/** How long lists show a token that has expired or was revoked, and its last use. */
const LISTED_SECONDS = 90 * 86_400;

const AccessTokenItem = v.pipe(
  v.object({
    id: v.number(),
    userId: v.number(),
    hash: v.string(),
    name: v.string(),
    hint: v.string(),
    scopes: v.optional(v.nullable(knownWords(tokenScopes)), null),
    /** Epoch milliseconds. Releases before 2026-11-23 wrote them as `expiresAt`, which DynamoDB reads as seconds. */
    endsAt: v.optional(v.nullable(v.number())),
    expiresAt: v.optional(v.nullable(v.number())),
    revokedAt: v.nullable(v.number()),
    requestsPerMinute: v.optional(v.nullable(v.number()), null),
    ancestors: v.optional(v.array(v.number()), []),
    createdAt: v.number(),
    usedAt: v.optional(v.number()),
  }),
  v.transform(({ endsAt, expiresAt, ...token }): AccessToken => ({
    ...token,
    expiresAt: (endsAt === undefined ? expiresAt : endsAt) ?? null,
  })),
);

const VersionItem = v.object({ version: v.number() });
const ListedItem = v.union([VersionItem, AccessTokenItem]);

const TokenUseItem = v.object({ tokenId: v.number(), at: v.number(), address: v.string(), userAgent: v.string() });

const removalAfter = (at: number) => Math.ceil(at / 1000) + LISTED_SECONDS;

function toItem({ expiresAt: endsAt, ...token }: AccessToken) {
  const removal = endsAt === null ? {} : { expiresAt: removalAfter(endsAt) };
  return { ...token, endsAt, ...removal };
}

export function createDynamoDbTokenStore(table: Table): TokenStore {
  const versioned: TokenStore['versioned'] = async (userId) => {
    const items = await query(table, { partition: tokenKeys.tokenOfUser.partition(userId) }, ListedItem);
    const tokens = items.flatMap((item) => ('version' in item ? [] : [item]));
    return { tokens, version: items.reduce((found, item) => ('version' in item ? item.version : found), 0) };
  };
  return {
    async add(token, version) {
      const itemKeys = [tokenKeys.tokenByHash(token.hash), tokenKeys.tokenOfUser.key(token.userId, token.id)];
      const failed = await transact(table, [
        ...itemKeys.map((key) => ({ put: { ...key, ...toItem(token) }, condition: absent })),
        { ...nextVersion(token.userId), condition: version === undefined ? undefined : isVersion(version) },
      ]);
      if (failed.includes(2)) return 'changed';
      return failed.length === 0 ? 'added' : 'id_taken';
    },

    findByHash: (hash) => findAccessToken(table, hash),

    list: async (userId) => (await versioned(userId)).tokens,

    versioned,

    async setRequestsPerMinute(userId, requestsPerMinute) {
      for (const { id, hash } of (await versioned(userId)).tokens) {
        const bothItems = [tokenKeys.tokenOfUser.key(userId, id), tokenKeys.tokenByHash(hash)];
        await transact(
          table,
          bothItems.map((update) => ({ update, set: { requestsPerMinute }, condition: present })),
        );
      }
    },

    async revoke(userId, tokenId, at) {
      const key = tokenKeys.tokenOfUser.key(userId, tokenId);
      const token = await read(table, key, AccessTokenItem);
      if (!token) return 'missing';
      if (token.revokedAt !== null) return 'revoked';
      // Of two concurrent revocations, the first one sets the time. Older items have no `endsAt`.
      const set = { revokedAt: at, endsAt: token.expiresAt, expiresAt: removalAfter(at) };
      await transact(table, [
        ...[key, tokenKeys.tokenByHash(token.hash)].map((update) => ({ update, set, condition: { revokedAt: null } })),
        nextVersion(userId),
      ]);
      return 'revoked';
    },

    forget: (tokens) => forgetTokens(table, tokens),

    recordUse: (token, use) => recordTokenUse(table, token, use),

    uses: (userId) => query(table, { partition: tokenKeys.tokenUse.partition(userId) }, TokenUseItem),
  };
}

async function forgetTokens(table: Table, tokens: readonly AccessToken[]): Promise<void> {
  for (const { userId, id, hash } of tokens) {
    const ofToken = [tokenKeys.tokenByHash(hash), tokenKeys.tokenOfUser.key(userId, id)];
    await transact(
      table,
      [...ofToken, tokenKeys.tokenUse.key(userId, id)].map((key) => ({ remove: key })),
    );
  }
}

const nextVersion = (userId: number) => ({ update: tokenKeys.tokenListVersion(userId), add: { version: 1 } });
const isVersion = (version: number) =>
  version === 0 ? expr`attribute_not_exists(version)` : expr`version = ${version}`;

/** A function of its own, so that the authorizer's bundle contains only this read. */
export function findAccessToken(table: Table, hash: string): Promise<AccessToken | undefined> {
  return read(table, tokenKeys.tokenByHash(hash), AccessTokenItem);
}

/** Two writes at once, because the authorizer waits for them. */
export async function recordTokenUse(
  table: Table,
  { hash, userId }: AccessToken,
  use: Parameters<TokenStore['recordUse']>[1],
): Promise<void> {
  const { tokenId, at } = use;
  await Promise.all([
    update(table, tokenKeys.tokenByHash(hash), { set: { usedAt: at }, condition: present }),
    update(table, tokenKeys.tokenUse.key(userId, tokenId), { set: { ...use, userId, expiresAt: removalAfter(at) } }),
  ]);
}
