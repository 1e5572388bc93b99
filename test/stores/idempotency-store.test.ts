import { describe, expect, it } from 'vitest';
import { createDynamoDbIdempotencyStore, type IdempotencyRecord } from '#shared/platform/http/idempotency.ts';
import { adapters } from '#test/stores/adapters.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';

const now = Date.UTC(2026, 5, 30, 11, 53, 20);
const answer = { status: 201, body: '{"data":{"id":5,"name":"Ä \\ud800"}}' };
const keyOf = (keyHash: string) => ({ userId: 7, route: 'calls/make-call', keyHash });

function record(changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    fingerprint: 'print',
    recordId: 188_443_104_509_952,
    token: 'token-1',
    run: 'run-1',
    startedAt: now,
    leaseUntil: now + 40_000,
    answer: null,
    expiresAt: now / 1000 + 86_400,
    ...changes,
  };
}

describe.each(adapters(() => createMemoryIdempotencyStore(), createDynamoDbIdempotencyStore))(
  'idempotency store on $adapter',
  ({ create }) => {
    it('begins with an unknown key, and returns what is stored to all later requests', async () => {
      const store = create();
      await expect(store.putIfAbsent(keyOf('a'), record())).resolves.toEqual(record());
      const second = record({ run: 'run-2', token: 'token-2', recordId: 9, fingerprint: 'other', startedAt: now + 5 });
      await expect(store.putIfAbsent(keyOf('a'), second)).resolves.toEqual(record());
    });

    it('lets one of twenty begin', async () => {
      const store = create();
      const runs = Array.from({ length: 20 }, (_, index) => `run-${index}`);
      const standing = await Promise.all(runs.map((run) => store.putIfAbsent(keyOf('b'), record({ run, token: run }))));
      expect(new Set(standing.map(({ run, token }) => `${run} ${token}`)).size).toBe(1);
      expect(runs).toContain(standing[0]!.run);
    });

    it('keeps keys, users and routes apart', async () => {
      const store = create();
      const key = keyOf('c');
      const others = [keyOf('c2'), { ...key, userId: 8 }, { ...key, route: 'assistants/create-assistant' }];
      await store.putIfAbsent(key, record());
      for (const [index, other] of others.entries()) {
        const own = record({ run: `own-${index}` });
        await expect(store.putIfAbsent(other, own)).resolves.toEqual(own);
      }
      await expect(store.putIfAbsent(key, record({ run: 'late' }))).resolves.toEqual(record());
    });

    it('keeps the first answer', async () => {
      const store = create();
      const key = keyOf('d');
      await store.putIfAbsent(key, record());
      await expect(store.replace(key, record({ answer }), 'run-1')).resolves.toBe(true);
      await expect(store.replace(key, record({ answer: { status: 200, body: '{}' } }), 'run-1')).resolves.toBe(false);
      await store.release(key, 'run-1');
      await expect(store.putIfAbsent(key, record({ run: 'run-2' }))).resolves.toEqual(record({ answer }));
    });

    it('hands a run over to one other', async () => {
      const store = create();
      const key = keyOf('e');
      await store.putIfAbsent(key, record());
      const next = record({ run: 'run-2', leaseUntil: now + 80_000 });
      await expect(store.replace(key, next, 'run-1')).resolves.toBe(true);
      await expect(store.replace(key, record({ run: 'run-3' }), 'run-1')).resolves.toBe(false);
      await expect(store.replace(key, record({ answer }), 'run-1')).resolves.toBe(false);
      await store.release(key, 'run-1');
      await expect(store.putIfAbsent(key, record({ run: 'run-4' }))).resolves.toEqual(next);
    });

    it('frees a forgotten key', async () => {
      const store = create();
      const key = keyOf('f');
      await store.putIfAbsent(key, record());
      await store.release(key, 'run-1');
      await store.release(key, 'run-1');
      await expect(store.replace(key, record({ answer }), 'run-1')).resolves.toBe(false);
      const next = record({ run: 'run-2', fingerprint: 'other' });
      await expect(store.putIfAbsent(key, next)).resolves.toEqual(next);
    });

    it('treats an expired record as absent', async () => {
      const store = create();
      const key = keyOf('g');
      await store.putIfAbsent(key, record());
      await store.replace(key, record({ answer }), 'run-1');
      const expiry = record().expiresAt * 1000;
      await expect(store.putIfAbsent(key, record({ run: 'early', startedAt: expiry - 1 }))).resolves.toMatchObject({
        answer,
      });
      const runs = ['run-2', 'run-3', 'run-4', 'run-5'];
      const late = { startedAt: expiry, leaseUntil: expiry + 40_000, expiresAt: expiry / 1000 + 86_400 };
      const standing = await Promise.all(
        runs.map((run) => store.putIfAbsent(key, record({ ...late, run, token: run }))),
      );
      expect(new Set(standing.map((record) => JSON.stringify(record))).size).toBe(1);
      expect(runs).toContain(standing[0]!.run);
    });
  },
);
