import { randomUUID } from 'node:crypto';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { queryKnown } from '#shared/platform/table/later-kinds.ts';
import { ItemKey, query, read, type Table } from '#shared/platform/table/table.ts';
import { claim, claimAttributes, put, removeAll, update, updateIf } from '#shared/platform/table/write.ts';
import { EndpointHealthItem, type EndpointHealthStore } from '#shared/webhooks/endpoint-health.ts';
import {
  isSmsEvent,
  WebhookDeliveryItem,
  type WebhookDelivery,
  type WebhookDeliveryStore,
} from '#shared/webhooks/webhook.ts';

export function createDynamoDbWebhookDeliveryStore(table: Table): WebhookDeliveryStore {
  return {
    async create(delivery) {
      return (await put(table, { ...keyOf(delivery), ...delivery }, absent)) ? 'created' : 'exists';
    },

    get: (userId, callId, event) => read(table, keys.webhookDelivery(userId, callId, event), WebhookDeliveryItem),

    async listOfCall(userId, callId) {
      return (await listOf(table, userId, callId)).filter(({ event }) => !isSmsEvent(event));
    },

    async listOfSms(userId, smsId) {
      return (await listOf(table, userId, smsId)).filter(({ event }) => isSmsEvent(event));
    },

    async removeOfCall(userId, callId) {
      const { pk: partition, sk } = keys.webhookDelivery(userId, callId, '');
      const where = expr`begins_with(sk, ${sk})`;
      await removeAll(table, await query(table, { partition, where }, ItemKey));
    },

    async claimAttempt(delivery, now, until) {
      const claimed = await claim(table, keyOf(delivery), WebhookDeliveryItem, {
        // One owner per request: a repeat after a lost response recognises its own claim, and no other.
        owner: randomUUID(),
        lease: { now, until },
        condition: expr`status = ${'pending'} AND size(attempts) = ${delivery.attempts.length}`,
      });
      return claimed ? 'claimed' : 'taken';
    },

    recordAttempt(delivery, attempt, status, nextAttemptAt) {
      return updateIf(table, keyOf(delivery), WebhookDeliveryItem, {
        set: { status, nextAttemptAt, attempts: expr`list_append(attempts, ${[attempt]})` },
        remove: nextAttemptAt === undefined ? [...claimAttributes, 'nextAttemptAt'] : claimAttributes,
        condition: expr`status = ${'pending'} AND size(attempts) = ${delivery.attempts.length}`,
      });
    },

    reopen: (delivery) =>
      update(table, keyOf(delivery), {
        set: { status: 'pending' },
        remove: ['nextAttemptAt'],
        condition: expr`size(attempts) = ${delivery.attempts.length}`,
      }),
  };
}

/** A call and an SMS may have the same id. */
function listOf(table: Table, userId: number, id: number) {
  const { pk: partition, sk } = keys.webhookDelivery(userId, id, '');
  const { event } = WebhookDeliveryItem.entries;
  return queryKnown(table, { partition, where: expr`begins_with(sk, ${sk})` }, ['event', event, WebhookDeliveryItem]);
}

function keyOf({ userId, callId, event }: WebhookDelivery) {
  return keys.webhookDelivery(userId, callId, event);
}

const KEPT_SECONDS = 30 * 86_400;

export function createDynamoDbEndpointHealthStore(table: Table): EndpointHealthStore {
  return {
    get: ({ userId, origin }) => read(table, keys.webhookEndpoint.key(userId, origin), EndpointHealthItem),

    listOfUser: (userId) => query(table, { partition: keys.webhookEndpoint.partition(userId) }, EndpointHealthItem),

    replace(known, next) {
      const writtenBy = randomUUID();
      const { userId, origin } = next;
      const version = (known?.version ?? 0) + 1;
      const expiresAt = Math.ceil((next.probedUntil ?? next.observedAt) / 1000) + KEPT_SECONDS;
      const item = { ...keys.webhookEndpoint.key(userId, origin), ...next, version, writtenBy, expiresAt };
      const isUnchanged = known ? expr`version = ${known.version}` : absent;
      return put(table, item, expr`${isUnchanged} OR writtenBy = ${writtenBy}`);
    },
  };
}
