import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createDynamoDbTokenStore } from '#shared/accounts/dynamodb-token-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { tableDefinition } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';
import { adapters } from '#test/stores/adapters.ts';
import { buildAccessToken } from '#test/support/builders.ts';
import { createMemoryTokenStore } from '#test/support/memory/accounts.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const later = Date.UTC(2026, 6, 1);

describe.each(adapters(() => createMemoryTokenStore(), createDynamoDbTokenStore, table))(
  'token store on $adapter',
  ({ create }) => {
    it('finds a token by its hash, and lists those of a user, oldest first', async () => {
      const store = create();
      const [older, newer] = [3, 20].map((id) => buildAccessToken({ userId: 2, id, hash: `hash-${id}` }));
      for (const token of [newer!, older!]) await expect(store.add(token)).resolves.toBe('added');
      await expect(store.findByHash('hash-20')).resolves.toEqual(newer);
      await expect(store.findByHash('hash-0')).resolves.toBeUndefined();
      await expect(store.list(2)).resolves.toEqual([older, newer]);
      await expect(store.list(3)).resolves.toEqual([]);
    });

    it('refuses an id or a hash that is taken', async () => {
      const store = create();
      await store.add(buildAccessToken({ userId: 4, id: 1, hash: 'hash-4' }));
      await expect(store.add(buildAccessToken({ userId: 4, id: 1, hash: 'hash-5' }))).resolves.toBe('id_taken');
      await expect(store.add(buildAccessToken({ userId: 4, id: 2, hash: 'hash-4' }))).resolves.toBe('id_taken');
      await expect(store.findByHash('hash-5')).resolves.toBeUndefined();
      await expect(store.list(4)).resolves.toHaveLength(1);
    });

    it('shows a revocation by hash and in the list, and keeps its first moment', async () => {
      const store = create();
      await store.add(buildAccessToken({ userId: 5, id: 1, hash: 'hash-6' }));
      await expect(store.revoke(5, 1, later)).resolves.toBe('revoked');
      await expect(store.revoke(5, 1, later + 1)).resolves.toBe('revoked');
      const revoked = buildAccessToken({ userId: 5, id: 1, hash: 'hash-6', revokedAt: later });
      await expect(store.findByHash('hash-6')).resolves.toEqual(revoked);
      await expect(store.list(5)).resolves.toEqual([revoked]);
    });

    it('changes the rate limit of all tokens of a user, in both places', async () => {
      const store = create();
      for (const id of [1, 2]) await store.add(buildAccessToken({ userId: 8, id, hash: `hash-8-${id}` }));
      await store.add(buildAccessToken({ userId: 9, id: 1, hash: 'hash-9' }));
      await store.setRequestsPerMinute(8, 30);
      await expect(store.list(8)).resolves.toMatchObject([{ requestsPerMinute: 30 }, { requestsPerMinute: 30 }]);
      await expect(store.findByHash('hash-8-2')).resolves.toMatchObject({ requestsPerMinute: 30 });
      await expect(store.findByHash('hash-9')).resolves.toMatchObject({ requestsPerMinute: null });
    });

    it('adds a token only to the version of the list that its creator has seen', async () => {
      const store = create();
      const token = (id: number) => buildAccessToken({ userId: 10, id, hash: `hash-10-${id}` });
      await expect(store.versioned(10)).resolves.toEqual({ tokens: [], version: 0 });
      await expect(store.add(token(1), 0)).resolves.toBe('added');
      await expect(store.add(token(2), 0)).resolves.toBe('changed');
      const { version, tokens } = await store.versioned(10);
      expect(tokens).toEqual([token(1)]);
      await store.revoke(10, 1, later);
      await expect(store.add(token(2), version)).resolves.toBe('changed');
      await expect(store.findByHash('hash-10-2')).resolves.toBeUndefined();
      await expect(store.add(token(2), (await store.versioned(10)).version)).resolves.toBe('added');
    });

    it('adds one of many tokens that see the same version', async () => {
      const store = create();
      const adding = Array.from({ length: 10 }, (_, index) =>
        store.add(buildAccessToken({ userId: 11, id: index + 1, hash: `hash-11-${index}` }), 0),
      );
      expect((await Promise.all(adding)).filter((outcome) => outcome === 'added')).toHaveLength(1);
      await expect(store.list(11)).resolves.toHaveLength(1);
    });

    it('keeps the last use of each token', async () => {
      const store = create();
      const token = buildAccessToken({ userId: 12, id: 1, hash: 'hash-12' });
      await store.add(token);
      const use = { tokenId: 1, at: later, address: '192.0.2.7', userAgent: 'curl/8.9.1' };
      await store.recordUse(token, use);
      await store.recordUse(token, { ...use, at: later + 1 });
      await expect(store.uses(12)).resolves.toEqual([{ ...use, at: later + 1 }]);
      await expect(store.findByHash('hash-12')).resolves.toEqual({ ...token, usedAt: later + 1 });
      await expect(store.list(12)).resolves.toEqual([token]);
    });

    it('misses a token that is not there, and that of another user', async () => {
      const store = create();
      await store.add(buildAccessToken({ userId: 6, id: 1, hash: 'hash-7' }));
      await expect(store.revoke(6, 2, later)).resolves.toBe('missing');
      await expect(store.revoke(7, 1, later)).resolves.toBe('missing');
      await expect(store.findByHash('hash-7')).resolves.toMatchObject({ revokedAt: null });
    });
  },
);

describe('the time to live of a token', () => {
  const { real } = table;
  const stored = async (key: { pk: string; sk: string }) =>
    (await table.client().send(new GetCommand({ TableName: table.tableName, Key: key }))).Item;

  it('is in seconds, 90 days after it expires, in both items', async () => {
    const expiresAt = Date.UTC(2027, 0, 1) + 250;
    await createDynamoDbTokenStore(real()).add(buildAccessToken({ userId: 20, id: 1, hash: 'hash-20a', expiresAt }));
    for (const key of [keys.tokenByHash('hash-20a'), keys.tokenOfUser.key(20, 1)]) {
      const seconds = (await stored(key))?.[tableDefinition.timeToLive] as number;
      expect(new Date(seconds * 1000).toISOString()).toBe('2027-04-01T00:00:01.000Z');
    }
    await expect(createDynamoDbTokenStore(real()).findByHash('hash-20a')).resolves.toMatchObject({ expiresAt });
  });

  it('is 90 days after a revocation, and after the last use for what names the client', async () => {
    const store = createDynamoDbTokenStore(real());
    const token = buildAccessToken({ userId: 23, id: 1, hash: 'hash-23' });
    await store.add(token);
    await store.recordUse(token, { tokenId: 1, at: later, address: '192.0.2.7', userAgent: 'curl/8.9.1' });
    await store.revoke(23, 1, later);
    for (const key of [keys.tokenByHash('hash-23'), keys.tokenOfUser.key(23, 1), keys.tokenUse.key(23, 1)]) {
      expect((await stored(key))?.[tableDefinition.timeToLive]).toBe(later / 1000 + 90 * 86_400);
    }
    expect(JSON.stringify(await stored(keys.tokenByHash('hash-23')))).not.toContain('192.0.2.7');
  });

  it('is no item of a token that was removed before its use was recorded', async () => {
    const store = createDynamoDbTokenStore(real());
    const token = buildAccessToken({ userId: 24, id: 1, hash: 'hash-24' });
    await store.recordUse(token, { tokenId: 1, at: later, address: '', userAgent: '' });
    await expect(store.findByHash('hash-24')).resolves.toBeUndefined();
  });

  it('is absent from a token that never expires', async () => {
    await createDynamoDbTokenStore(real()).add(buildAccessToken({ userId: 21, id: 1, hash: 'hash-21' }));
    expect(await stored(keys.tokenByHash('hash-21'))).not.toHaveProperty(tableDefinition.timeToLive);
  });

  it.each([null, later])('reads the expiry %s of an older release, and its lack of scopes', async (expiresAt) => {
    const { scopes, ...old } = buildAccessToken({ userId: 22, hash: `hash-22-${expiresAt}`, expiresAt });
    const Item = { ...keys.tokenByHash(old.hash), ...old };
    await put(table.real(), Item);
    await expect(createDynamoDbTokenStore(real()).findByHash(old.hash)).resolves.toEqual({ ...old, scopes });
  });
});
