import type { GuardedAnswer, GuardedRequest, GuardedTransport } from '#shared/platform/http/guarded-transport.ts';
import type { IdempotencyKey, IdempotencyRecord, IdempotencyStore } from '#shared/platform/http/idempotency.ts';
import type { EndpointHealth, EndpointHealthStore, EndpointKey } from '#shared/webhooks/endpoint-health.ts';
import {
  isSmsEvent,
  type DeliveryEvent,
  type WebhookDelivery,
  type WebhookDeliveryStore,
} from '#shared/webhooks/webhook.ts';

export function createMemoryWebhookDeliveryStore(): WebhookDeliveryStore {
  const deliveries: WebhookDelivery[] = [];
  const claims = new Map<string, number>();
  const ofCall = (userId: number, callId: number) =>
    deliveries.filter((delivery) => delivery.userId === userId && delivery.callId === callId);
  const find = (userId: number, callId: number, event: DeliveryEvent) =>
    ofCall(userId, callId).find((delivery) => delivery.event === event);
  return {
    async create(delivery) {
      if (find(delivery.userId, delivery.callId, delivery.event)) return 'exists';
      deliveries.push(structuredClone(delivery));
      return 'created';
    },
    get: async (userId, callId, event) => structuredClone(find(userId, callId, event)),
    async listOfCall(userId, callId) {
      const own = ofCall(userId, callId).toSorted((one, other) => (one.event < other.event ? -1 : 1));
      return structuredClone(own.filter(({ event }) => !isSmsEvent(event)));
    },
    listOfSms: async (userId, smsId) => structuredClone(ofCall(userId, smsId).filter(({ event }) => isSmsEvent(event))),
    async removeOfCall(userId, callId) {
      for (const one of ofCall(userId, callId)) deliveries.splice(deliveries.indexOf(one), 1);
    },
    async claimAttempt({ id, userId, callId, event, attempts }, at, until) {
      const stored = find(userId, callId, event);
      if (stored?.status !== 'pending' || stored.attempts.length !== attempts.length) return 'taken';
      if ((claims.get(id) ?? 0) > at) return 'taken';
      claims.set(id, until);
      return 'claimed';
    },
    async recordAttempt({ id, userId, callId, event, attempts }, attempt, status, nextAttemptAt) {
      const stored = find(userId, callId, event);
      if (stored?.status !== 'pending' || stored.attempts.length !== attempts.length) return undefined;
      claims.delete(id);
      stored.attempts.push(structuredClone(attempt));
      stored.status = status;
      delete stored.nextAttemptAt;
      if (nextAttemptAt !== undefined) stored.nextAttemptAt = nextAttemptAt;
      return structuredClone(stored);
    },
    async reopen({ userId, callId, event, attempts }) {
      const stored = find(userId, callId, event);
      if (stored?.attempts.length !== attempts.length) return false;
      stored.status = 'pending';
      delete stored.nextAttemptAt;
      return true;
    },
  };
}

/** `writes` counts the writes that were made. */
export function createMemoryEndpointHealthStore(): EndpointHealthStore & { writes: () => number } {
  const endpoints = new Map<string, EndpointHealth>();
  const nameOf = ({ userId, origin }: EndpointKey) => `${userId} ${origin}`;
  let writes = 0;
  return {
    writes: () => writes,
    get: async (key) => structuredClone(endpoints.get(nameOf(key))),
    listOfUser: async (userId) => structuredClone([...endpoints.values()].filter((one) => one.userId === userId)),
    async replace(known, next) {
      if (endpoints.get(nameOf(next))?.version !== known?.version) return false;
      writes += 1;
      endpoints.set(nameOf(next), structuredClone({ ...next, version: (known?.version ?? 0) + 1 }));
      return true;
    },
  };
}

/** Answers each request as scripted, the last answer again and again; without a script with an empty 200. */
export function createMemoryWebhookTransport(script: GuardedAnswer[] = []) {
  const requests: GuardedRequest[] = [];
  const transport: GuardedTransport = {
    async post(request) {
      const answer = script[Math.min(requests.length, script.length - 1)];
      requests.push(structuredClone(request));
      return answer ?? { kind: 'answered', status: 200, body: '', retryAfterSeconds: null, durationMs: 1 };
    },
  };
  return { requests, ...transport };
}

/** The records stay shared with the caller. */
export function createMemoryIdempotencyStore(records = new Map<string, IdempotencyRecord>()): IdempotencyStore {
  const openRecord = (key: IdempotencyKey, run: string) => {
    const known = records.get(nameOf(key));
    return known?.run === run && known.answer === null;
  };
  return {
    async putIfAbsent(key, record) {
      const known = records.get(nameOf(key));
      if (known && known.expiresAt * 1000 > record.startedAt) return structuredClone(known);
      records.set(nameOf(key), structuredClone(record));
      return structuredClone(record);
    },
    async replace(key, record, run) {
      if (!openRecord(key, run)) return false;
      records.set(nameOf(key), structuredClone(record));
      return true;
    },
    async release(key, run) {
      if (openRecord(key, run)) records.delete(nameOf(key));
    },
  };
}

const nameOf = ({ userId, route, keyHash }: IdempotencyKey): string => `${userId} ${route} ${keyHash}`;
