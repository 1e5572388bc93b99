import { randomUUID } from 'node:crypto';
import { absent, expr } from '#shared/platform/table/expressions.ts';
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
