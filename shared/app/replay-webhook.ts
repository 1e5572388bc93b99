import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import { parseRecordId } from '#shared/domain/ids/record-id.ts';
import { parseWebhookDeliveryId, type WebhookDelivery } from '#shared/domain/webhook/webhook-delivery.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { WebhookDeliveryStore } from '#shared/ports/webhook-delivery-store.ts';

export interface ReplayWebhookInput {
  userId: number;
  /** A delivery's id, or a call's id for all its deliveries. */
  target: string;
}

export interface ReplayWebhookDeps {
  deliveries: WebhookDeliveryStore;
  queue: Queue;
}

/**
 * Sends deliveries again, now: reopened first, so that a crash in between leaves them pending and the replay can be repeated.
 * The receiver sees the same `webhook-id` as before. Gives the deliveries as they are queued.
 * @throws OpsRefusal when the target names no delivery of the user
 */
export async function replayWebhook(input: ReplayWebhookInput, deps: ReplayWebhookDeps): Promise<WebhookDelivery[]> {
  const { userId } = input;
  const deliveries = await findDeliveries(input, deps.deliveries);
  if (deliveries.length === 0) throw new OpsRefusal(`user ${userId} has no webhook delivery for ${input.target}`);
  for (const delivery of deliveries) {
    await deps.deliveries.reopen(delivery);
    const message = { userId, deliveryId: delivery.id, attempt: delivery.attempts.length + 1 };
    await deps.queue.send('deliver-webhook', message, { groupId: String(userId) });
  }
  return deliveries.map((delivery) => ({ ...delivery, status: 'pending' }));
}

async function findDeliveries(
  { userId, target }: ReplayWebhookInput,
  store: WebhookDeliveryStore,
): Promise<WebhookDelivery[]> {
  const callId = parseRecordId(target);
  if (callId !== undefined) return store.listOfCall(userId, callId);
  const named = parseWebhookDeliveryId(target);
  const delivery = named && (await store.get(userId, named.callId, named.event));
  return delivery ? [delivery] : [];
}
