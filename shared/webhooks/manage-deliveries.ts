import * as v from 'valibot';
import { AppError } from '#shared/platform/errors.ts';
import { plainText, sentUrl } from '#shared/platform/http/record-fields.ts';
import { reopenDelivery } from '#shared/webhooks/announce-call.ts';
import { endpointOf, type EndpointHealthStore } from '#shared/webhooks/endpoint-health.ts';
import { toDeliveryRecord, type DeliveryRecord } from '#shared/webhooks/read-deliveries.ts';
import { buildWebhook, type BuildWebhookDeps } from '#shared/webhooks/signed-webhook.ts';
import { parseWebhookDeliveryId, type WebhookDelivery, type WebhookDeps } from '#shared/webhooks/webhook.ts';

interface DeliveryKey {
  userId: number;
  /** As sent. */
  deliveryId: string;
}

export type ReplayDeliveryDeps = Pick<WebhookDeps, 'deliveries' | 'queue'> & {
  endpoints: Pick<EndpointHealthStore, 'get'>;
};
export type ReadPayloadDeps = BuildWebhookDeps & Pick<WebhookDeps, 'deliveries' | 'clock'>;

/** A delivery is one item: an attempt takes about 100 bytes. */
const MOST_ATTEMPTS = 200;

/**
 * Sends a delivery again at once, for its user. May be repeated: each time it is attempted once more.
 * @throws AppError delivery_not_found, too_many_attempts
 */
export async function replayDelivery(key: DeliveryKey, deps: ReplayDeliveryDeps): Promise<DeliveryRecord> {
  const delivery = await findDelivery(key, deps);
  if (!delivery) throw new AppError('delivery_not_found');
  if (delivery.attempts.length >= MOST_ATTEMPTS) throw new AppError('too_many_attempts');
  const reopened = await reopenDelivery(delivery, deps);
  const endpoint = endpointOf(key.userId, delivery.url);
  return toDeliveryRecord(reopened, endpoint.origin, await deps.endpoints.get(endpoint));
}

/** What was posted, for a program that posts it elsewhere. */
export const DeliveryPayload = v.pipe(
  v.strictObject({
    id: plainText('evt_123456789012345_call.completed'),
    url: sentUrl('https://crm.example.com/hooks/calls'),
    headers: v.pipe(
      v.strictObject({
        'webhook-id': plainText('evt_123456789012345_call.completed'),
        'webhook-timestamp': plainText('1751284447'),
        'webhook-signature': plainText('v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
      }),
      v.title('WebhookHeaders'),
      v.description('Of the last attempt; signed now if there was none.'),
    ),
    body: v.pipe(
      plainText('{"event":"call.completed","id":123456789012345}'),
      v.description('The body to the byte: verify the signature against this text.'),
    ),
  }),
  v.title('DeliveryPayload'),
);

/**
 * Builds what the last attempt of a delivery has posted: a final call never changes, so it is the same to the byte.
 * @throws AppError delivery_not_found, also when the call was deleted
 */
export async function readPayload(
  key: DeliveryKey,
  deps: ReadPayloadDeps,
): Promise<v.InferOutput<typeof DeliveryPayload>> {
  const delivery = await findDelivery(key, deps);
  const webhook = delivery && (await buildWebhook(delivery, delivery.attempts.at(-1)?.at ?? deps.clock.now(), deps));
  if (!delivery || !webhook) throw new AppError('delivery_not_found');
  return { id: delivery.id, url: delivery.url, ...webhook };
}

async function findDelivery(
  { userId, deliveryId }: DeliveryKey,
  { deliveries }: Pick<WebhookDeps, 'deliveries'>,
): Promise<WebhookDelivery | undefined> {
  const named = parseWebhookDeliveryId(deliveryId);
  return named && deliveries.get(userId, named.callId, named.event);
}
