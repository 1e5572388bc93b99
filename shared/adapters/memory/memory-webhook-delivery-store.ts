import type { WebhookDelivery, WebhookEvent } from '#shared/domain/webhook/webhook-delivery.ts';
import type { WebhookDeliveryStore } from '#shared/ports/webhook-delivery-store.ts';

export function createMemoryWebhookDeliveryStore(): WebhookDeliveryStore {
  const deliveries: WebhookDelivery[] = [];
  const claims = new Map<string, number>();
  const ofCall = (userId: number, callId: number) =>
    deliveries.filter((delivery) => delivery.userId === userId && delivery.callId === callId);
  const find = (userId: number, callId: number, event: WebhookEvent) =>
    ofCall(userId, callId).find((delivery) => delivery.event === event);
  return {
    async create(delivery) {
      if (find(delivery.userId, delivery.callId, delivery.event)) return 'exists';
      deliveries.push(structuredClone(delivery));
      return 'created';
    },
    async get(userId, callId, event) {
      return structuredClone(find(userId, callId, event));
    },
    async listOfCall(userId, callId) {
      const own = ofCall(userId, callId).toSorted((one, other) => (one.event < other.event ? -1 : 1));
      return structuredClone(own);
    },
    async claimAttempt({ id, userId, callId, event, attempts }, at, until) {
      const stored = find(userId, callId, event);
      if (stored?.status !== 'pending' || stored.attempts.length !== attempts.length) return 'taken';
      if ((claims.get(id) ?? 0) > at) return 'taken';
      claims.set(id, until);
      return 'claimed';
    },
    async recordAttempt({ id, userId, callId, event, attempts }, attempt, status) {
      const stored = find(userId, callId, event);
      if (stored?.status !== 'pending' || stored.attempts.length !== attempts.length) return 'conflict';
      claims.delete(id);
      stored.attempts.push(structuredClone(attempt));
      stored.status = status;
      return 'recorded';
    },
    async reopen({ userId, callId, event }) {
      const stored = find(userId, callId, event);
      if (!stored) throw new Error('there is no such delivery');
      stored.status = 'pending';
    },
  };
}
