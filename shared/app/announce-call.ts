import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { Call } from '#shared/domain/call/call.ts';
import { webhookDeliveryId, type WebhookDelivery } from '#shared/domain/webhook/webhook-delivery.ts';
import { webhookTargets } from '#shared/domain/webhook/webhook-targets.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { WebhookDeliveryStore } from '#shared/ports/webhook-delivery-store.ts';

export interface AnnounceCallDeps {
  deliveries: WebhookDeliveryStore;
  queue: Queue;
  clock: Clock;
}

/** Puts a settled call's webhooks on their way, each event once: stored first, then queued. */
export async function announceCall(call: Call, assistant: Assistant, deps: AnnounceCallDeps): Promise<void> {
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
async function storeDelivery(delivery: WebhookDelivery, { deliveries }: AnnounceCallDeps): Promise<boolean> {
  if ((await deliveries.create(delivery)) === 'created') return true;
  const stored = await deliveries.get(delivery.userId, delivery.callId, delivery.event);
  return stored?.status === 'pending' && stored.attempts.length === 0;
}
