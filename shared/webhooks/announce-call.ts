import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { parseRecordId } from '#shared/platform/ids.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import {
  webhookDeliveryId,
  webhookTargets,
  parseWebhookDeliveryId,
  type WebhookDelivery,
  type WebhookDeliveryStore,
} from '#shared/webhooks/webhook.ts';

export interface QueueCallWebhooksDeps {
  deliveries: WebhookDeliveryStore;
  queue: Queue;
  clock: Clock;
}

/** Puts a settled call's webhooks on their way, each event once: stored first, then queued. */
export async function queueCallWebhooks(call: Call, assistant: Assistant, deps: QueueCallWebhooksDeps): Promise<void> {
  const { userId, id: callId } = call;
  for (const { event, url } of webhookTargets(call, assistant)) {
    const id = webhookDeliveryId(callId, event);
    const isNew = await storeDelivery(
      { id, userId, callId, event, url, status: 'pending', attempts: [], createdAt: deps.clock.now() },
      deps,
    );
    if (!isNew) continue;
    await deps.queue.send('deliver-webhook', { userId, deliveryId: id, attempt: 1 }, { groupId: String(userId) });
  }
}

/** A delivery that was stored but never tried counts as new: the crash may have come before its message was queued. */
async function storeDelivery(delivery: WebhookDelivery, { deliveries }: QueueCallWebhooksDeps): Promise<boolean> {
  if ((await deliveries.create(delivery)) === 'created') return true;
  const stored = await deliveries.get(delivery.userId, delivery.callId, delivery.event);
  return stored?.status === 'pending' && stored.attempts.length === 0;
}

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
  if (deliveries.length === 0) throw new OperatorError(`user ${userId} has no webhook delivery for ${input.target}`);
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
