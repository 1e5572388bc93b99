import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';
import { EndpointHealthItem, type EndpointHealthStore } from '#shared/webhooks/endpoint-health.ts';

/** An endpoint that gets no webhooks is forgotten. */
const KEPT_SECONDS = 30 * 86_400;

export function createDynamoDbEndpointHealthStore(table: Table): EndpointHealthStore {
  return {
    get: ({ userId, origin }) => read(table, keys.webhookEndpoint.key(userId, origin), EndpointHealthItem),

    listOfUser: (userId) => query(table, { partition: keys.webhookEndpoint.partition(userId) }, EndpointHealthItem),

    // After a lost response, a repeat reads its own write as that of another worker. That costs one entry of the log.
    replace(known, next) {
      const { userId, origin } = next;
      const version = (known?.version ?? 0) + 1;
      const expiresAt = Math.ceil((next.probedUntil ?? next.observedAt) / 1000) + KEPT_SECONDS;
      const item = { ...keys.webhookEndpoint.key(userId, origin), ...next, version, expiresAt };
      return put(table, item, known ? { version: known.version } : absent);
    },
  };
}
