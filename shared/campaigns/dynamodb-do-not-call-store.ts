import { DoNotCallItem, newestFirst, type DoNotCallStore } from '#shared/campaigns/do-not-call.ts';
import { pageRange } from '#shared/platform/http/pagination.ts';
import { absent, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, remove } from '#shared/platform/table/write.ts';

export function createDynamoDbDoNotCallStore(table: Table): DoNotCallStore {
  const get: DoNotCallStore['get'] = (userId, e164) => read(table, keys.doNotCall.key(userId, e164), DoNotCallItem);
  return {
    async add(entry) {
      const isAdded = await put(table, { ...keys.doNotCall.key(entry.userId, entry.phoneNumber), ...entry }, absent);
      return isAdded ? 'added' : 'exists';
    },

    async remove(userId, e164, onlySource) {
      const condition = onlySource === undefined ? present : { source: onlySource };
      const isRemoved = await remove(table, keys.doNotCall.key(userId, e164), condition);
      return isRemoved ? 'removed' : 'not_found';
    },

    get,

    async has(userId, e164) {
      return (await get(userId, e164)) !== undefined;
    },

    async list(userId, page) {
      const stored = await query(table, { partition: keys.doNotCall.partition(userId) }, DoNotCallItem);
      const { start, end } = pageRange(page);
      return { rows: stored.toSorted(newestFirst).slice(start, end), total: stored.length };
    },
  };
}
