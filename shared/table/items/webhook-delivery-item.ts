import * as v from 'valibot';
import { webhookEvents, type WebhookDelivery } from '#shared/domain/webhook/webhook-delivery.ts';

/** A delivery with the log of its attempts: ten of some 100 bytes, and as many for each replay. */
export const WebhookDeliveryItem = v.object({
  id: v.string(),
  userId: v.number(),
  callId: v.number(),
  event: v.picklist(webhookEvents),
  url: v.string(),
  status: v.picklist(['pending', 'delivered', 'exhausted', 'disabled']),
  attempts: v.array(
    v.object({
      at: v.number(),
      status: v.number(),
      problem: v.nullable(v.string()),
      retryAfterSeconds: v.nullish(v.number()),
      durationMs: v.number(),
    }),
  ),
  createdAt: v.number(),
}) satisfies v.GenericSchema<unknown, WebhookDelivery>;
