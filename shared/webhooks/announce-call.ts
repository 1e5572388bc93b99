import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { parseRecordId } from '#shared/platform/http/record-fields.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import { decidePace, endpointOf, type EndpointHealthStore } from '#shared/webhooks/endpoint-health.ts';
import {
  parseWebhookDeliveryId,
  webhookDeliveryId,
  webhookTargets,
  type WebhookDelivery,
  type WebhookDeliveryStore,
} from '#shared/webhooks/webhook.ts';

export interface SendDeliveryDeps {
  deliveries: WebhookDeliveryStore;
  queue: Queue;
}

export interface QueueCallWebhooksDeps extends SendDeliveryDeps {
  endpoints: Pick<EndpointHealthStore, 'get'>;
  clock: Clock;
}

/** Idempotent. `isRepeat`: they are probably stored, and a look is cheaper than a write that is refused. */
export async function queueCallWebhooks(
  call: Call,
  assistant: Assistant,
  deps: QueueCallWebhooksDeps,
  { isRepeat = false } = {},
): Promise<void> {
  const { userId, id: callId } = call;
  for (const { event, url } of webhookTargets(call, assistant)) {
    const id = webhookDeliveryId(callId, event);
    if (isRepeat && (await isUnderWay({ userId, callId, event }, deps))) continue;
    const delivery: WebhookDelivery = {
      id,
      userId,
      callId,
      event,
      url,
      status: 'pending',
      attempts: [],
      createdAt: deps.clock.now(),
    };
    const [isNew, health] = await Promise.all([
      storeDelivery(delivery, deps),
      deps.endpoints.get(endpointOf(userId, url)),
    ]);
    if (!isNew) continue;
    const queue = decidePace(health, deps.clock.now()) === 'slow' ? 'deliver-slow-webhook' : 'deliver-webhook';
    await deps.queue.send(queue, { userId, deliveryId: id, attempt: 1 }, { groupId: String(userId) });
  }
}

/** True for a stored one without attempts: a crash may have come before its message was queued. */
async function storeDelivery(delivery: WebhookDelivery, deps: QueueCallWebhooksDeps): Promise<boolean> {
  return (await deps.deliveries.create(delivery)) === 'created' || !(await isUnderWay(delivery, deps));
}

async function isUnderWay(
  { userId, callId, event }: Pick<WebhookDelivery, 'userId' | 'callId' | 'event'>,
  { deliveries }: QueueCallWebhooksDeps,
): Promise<boolean> {
  const stored = await deliveries.get(userId, callId, event);
  return stored !== undefined && (stored.status !== 'pending' || stored.attempts.length > 0);
}

/** Before queuing, so a crash can be repeated. The message names the next attempt: one made meanwhile starts over. */
export async function reopenDelivery(
  delivery: WebhookDelivery,
  deps: SendDeliveryDeps,
): Promise<WebhookDelivery | undefined> {
  const { id: deliveryId, userId, callId, event, attempts } = delivery;
  if (!(await deps.deliveries.reopen(delivery))) {
    const now = await deps.deliveries.get(userId, callId, event);
    return now && reopenDelivery(now, deps);
  }
  await deps.queue.send(
    'deliver-webhook',
    { userId, deliveryId, attempt: attempts.length + 1 },
    { groupId: String(userId) },
  );
  return { ...delivery, status: 'pending', nextAttemptAt: null };
}

interface ReplayWebhookInput {
  userId: number;
  target: string;
}

/** With the same `webhook-id`. @throws OperatorError when the user has no such delivery */
export async function replayWebhook(input: ReplayWebhookInput, deps: SendDeliveryDeps): Promise<WebhookDelivery[]> {
  const { userId } = input;
  const deliveries = await findDeliveries(input, deps.deliveries);
  if (deliveries.length === 0) throw new OperatorError(`user ${userId} has no webhook delivery for ${input.target}`);
  const reopened: WebhookDelivery[] = [];
  for (const delivery of deliveries) {
    const again = await reopenDelivery(delivery, deps);
    if (again) reopened.push(again);
  }
  return reopened;
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
