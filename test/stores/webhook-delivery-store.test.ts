import { describe, expect, it } from 'vitest';
import {
  createDynamoDbEndpointHealthStore,
  createDynamoDbWebhookDeliveryStore,
} from '#shared/webhooks/dynamodb-webhook-stores.ts';
import { endpointOf, unknownEndpoint } from '#shared/webhooks/endpoint-health.ts';
import { adapters } from '#test/stores/adapters.ts';
import { buildDelivery } from '#test/support/builders.ts';
import { createMemoryEndpointHealthStore, createMemoryWebhookDeliveryStore } from '#test/support/memory/webhooks.ts';

const failed = { at: 1000, status: 500, problem: null, retryAfterSeconds: 60, durationMs: 12 };

describe.each(adapters(() => createMemoryWebhookDeliveryStore(), createDynamoDbWebhookDeliveryStore))(
  'webhook delivery store on $adapter',
  ({ create }) => {
    it('keeps an event once', async () => {
      const store = create();
      const delivery = buildDelivery({ callId: 1 });
      await expect(store.create(delivery)).resolves.toBe('created');
      await expect(store.create({ ...delivery, url: 'https://example.com/other' })).resolves.toBe('exists');
      await expect(store.get(7, 1, 'call.completed')).resolves.toEqual(delivery);
    });

    it('lists the deliveries of one call', async () => {
      const store = create();
      await store.create(buildDelivery({ callId: 3, event: 'inbound_call.completed' }));
      await store.create(buildDelivery({ callId: 3 }));
      await store.create(buildDelivery({ callId: 31 }));
      const events = (await store.listOfCall(7, 3)).map((delivery) => delivery.event);
      expect(events).toEqual(['call.completed', 'inbound_call.completed']);
      await expect(store.listOfCall(8, 3)).resolves.toEqual([]);
      await expect(store.get(8, 3, 'call.completed')).resolves.toBeUndefined();
    });

    it('logs each attempt once', async () => {
      const store = create();
      const delivery = buildDelivery({ callId: 4 });
      await store.create(delivery);
      const outcomes = await Promise.all([1, 2].map(() => store.recordAttempt(delivery, failed, 'pending', 9000)));
      const after = { ...delivery, attempts: [failed], nextAttemptAt: 9000 };
      expect(outcomes).toHaveLength(2);
      expect(outcomes).toEqual(expect.arrayContaining([after, undefined]));
      await expect(store.get(7, 4, 'call.completed')).resolves.toEqual(after);
      const delivered = await store.recordAttempt(after, { ...failed, status: 200 }, 'delivered');
      expect(delivered).toMatchObject({ status: 'delivered', attempts: [{ status: 500 }, { status: 200 }] });
      expect(delivered).not.toHaveProperty('nextAttemptAt');
      await expect(store.get(7, 4, 'call.completed')).resolves.toEqual(delivered);
    });

    it('grants the next attempt to one at a time', async () => {
      const store = create();
      const delivery = buildDelivery({ callId: 41 });
      await store.create(delivery);
      const claims = await Promise.all([1, 2, 3].map(() => store.claimAttempt(delivery, 1_000, 31_000)));
      expect(claims.toSorted()).toEqual(['claimed', 'taken', 'taken']);
      await expect(store.claimAttempt(delivery, 30_999, 60_999)).resolves.toBe('taken');
      await expect(store.claimAttempt(delivery, 31_000, 61_000)).resolves.toBe('claimed');
      await store.recordAttempt(delivery, failed, 'pending');
      await expect(store.claimAttempt(delivery, 99_000, 129_000)).resolves.toBe('taken');
      const after = await store.get(7, 41, 'call.completed');
      await expect(store.claimAttempt(after!, 31_001, 61_001)).resolves.toBe('claimed');
      await expect(store.get(7, 41, 'call.completed')).resolves.toEqual(after);
    });

    it.each(['delivered', 'exhausted', 'disabled'] as const)('refuses attempts once it is %s', async (status) => {
      const store = create();
      const delivery = buildDelivery({ callId: 6, event: 'inbound_call.completed', userId: status.length });
      await store.create(delivery);
      await store.recordAttempt(delivery, failed, status);
      const after = await store.get(delivery.userId, 6, delivery.event);
      await expect(store.recordAttempt(after!, failed, 'pending')).resolves.toBeUndefined();
    });

    it('reopens a delivery with its log', async () => {
      const store = create();
      const delivery = buildDelivery({ callId: 9 });
      await expect(store.reopen(delivery)).resolves.toBe(false);
      await store.create(delivery);
      const ended = await store.recordAttempt(delivery, failed, 'exhausted');
      await expect(store.reopen(delivery)).resolves.toBe(false);
      await expect(store.get(7, 9, 'call.completed')).resolves.toMatchObject({ status: 'exhausted' });
      await expect(store.reopen(ended!)).resolves.toBe(true);
      const after = await store.get(7, 9, 'call.completed');
      expect(after).toMatchObject({ status: 'pending', attempts: [failed] });
      await expect(store.recordAttempt(after!, failed, 'delivered')).resolves.toMatchObject({ status: 'delivered' });
    });
  },
);

describe.each(adapters(createMemoryEndpointHealthStore, createDynamoDbEndpointHealthStore))(
  'endpoint health store on $adapter',
  ({ create }) => {
    it('replaces the version that the writer has read, and no other', async () => {
      const store = create();
      const key = endpointOf(7, `https://${'x'.repeat(2000)}.example.com:8443/hook?token=secret`);
      const health = { ...unknownEndpoint(key), lastFailure: { at: 1000, status: 500, problem: null } };
      const firsts = await Promise.all([1, 2].map(() => store.replace(undefined, health)));
      expect(firsts.filter(Boolean)).toHaveLength(1);
      const stored = await store.get(key);
      expect(stored).toEqual({ ...health, version: 1 });
      await expect(store.replace(stored, { ...health, pace: 'slow' })).resolves.toBe(true);
      await expect(store.replace(stored, health)).resolves.toBe(false);
      await expect(store.listOfUser(7)).resolves.toEqual([{ ...health, pace: 'slow', version: 2 }]);
      await expect(store.listOfUser(8)).resolves.toEqual([]);
    });
  },
);
