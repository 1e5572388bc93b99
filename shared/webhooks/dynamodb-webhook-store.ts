import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { claim, claimAttributes } from '#shared/platform/table/claim.ts';
import { absent, expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, update } from '#shared/platform/table/write.ts';
import { webhookEvents, type WebhookDelivery, type WebhookDeliveryStore } from '#shared/webhooks/webhook.ts';

export function createDynamoDbWebhookDeliveryStore(table: Table): WebhookDeliveryStore {
  return {
    async create(delivery) {
      return (await put(table, { ...keyOf(delivery), ...delivery }, absent)) ? 'created' : 'exists';
    },

    get: (userId, callId, event) => read(table, keys.webhookDelivery(userId, callId, event), WebhookDeliveryItem),

    listOfCall(userId, callId) {
      const { pk: partition, sk } = keys.webhookDelivery(userId, callId, '');
      return query(table, { partition, where: expr`begins_with(sk, ${sk})` }, WebhookDeliveryItem);
    },

    async claimAttempt(delivery, now, until) {
      const claimed = await claim(table, keyOf(delivery), WebhookDeliveryItem, {
        // One owner a request: it recognises its own repeat after a lost answer, and no other request.
        owner: randomUUID(),
        lease: { now, until },
        condition: expr`status = ${'pending'} AND size(attempts) = ${delivery.attempts.length}`,
      });
      return claimed ? 'claimed' : 'taken';
    },

    async recordAttempt(delivery, attempt, status) {
      const isRecorded = await update(table, keyOf(delivery), {
        set: { status, attempts: expr`list_append(attempts, ${[attempt]})` },
        remove: claimAttributes,
        condition: expr`status = ${'pending'} AND size(attempts) = ${delivery.attempts.length}`,
      });
      return isRecorded ? 'recorded' : 'conflict';
    },

    async reopen(delivery) {
      const isThere = await update(table, keyOf(delivery), { set: { status: 'pending' }, condition: present });
      if (!isThere) throw new Error(`there is no delivery ${delivery.id}`);
    },
  };
}

function keyOf({ userId, callId, event }: WebhookDelivery) {
  return keys.webhookDelivery(userId, callId, event);
}

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
