import * as v from 'valibot';
import { DoNotCallItem, newestFirst, type DoNotCallStore, type OptOutMessage } from '#shared/campaigns/do-not-call.ts';
import { pageRange } from '#shared/platform/http/pagination.ts';
import { absent, expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, transact, update, type Write } from '#shared/platform/table/write.ts';

export function createDynamoDbDoNotCallStore(table: Table): DoNotCallStore {
  const get: DoNotCallStore['get'] = (userId, e164) => read(table, keys.doNotCall.key(userId, e164), DoNotCallItem);
  return {
    async add(entry) {
      const isAdded = await put(table, { ...keys.doNotCall.key(entry.userId, entry.phoneNumber), ...entry }, absent);
      return isAdded ? 'added' : 'exists';
    },

    async remove(userId, e164) {
      // A transaction, because it recognises a repeat after a lost response: the removed item cannot.
      const failed = await transact(table, [{ remove: keys.doNotCall.key(userId, e164), condition: present }]);
      return failed.length === 0 ? 'removed' : 'not_found';
    },

    applyOptOut: (message, at) => applyOptOut(table, message, at),

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

/** The last STOP or START of a number. */
const OptOutItem = v.object({ messageId: v.string(), sentAt: v.number() });

/** One transaction, so that a START cannot remove the entry of a STOP that is newer. */
async function applyOptOut(table: Table, message: OptOutMessage, at: number) {
  const { userId, phoneNumber, wish, messageId, sentAt } = message;
  const key = keys.optOut(userId, phoneNumber);
  const isNewer = wish === 'stop' ? expr`sentAt <= ${sentAt}` : expr`sentAt < ${sentAt}`;
  const last = {
    set: { messageId, sentAt },
    condition: expr`attribute_not_exists(pk) OR (${isNewer} AND messageId <> ${messageId})`,
  };
  const failed = await transact(table, [{ update: key, ...last }, changeOfEntry(message, at)]);
  if (failed.length === 0) return 'applied';
  // A START that finds an entry of another source is remembered, and the entry stays.
  if (!failed.includes(0) && (await update(table, key, last))) return 'applied';
  return (await read(table, key, OptOutItem))?.messageId === messageId ? 'repeated' : 'outdated';
}

/** STOP keeps an entry that exists; START removes an entry that a STOP created. */
function changeOfEntry({ userId, phoneNumber, wish }: OptOutMessage, at: number): Write {
  const key = keys.doNotCall.key(userId, phoneNumber);
  if (wish === 'start') return { remove: key, condition: expr`attribute_not_exists(pk) OR source = ${'sms'}` };
  const source = expr`if_not_exists(source, ${'sms'})`;
  const reason = expr`if_not_exists(reason, ${null})`;
  return {
    update: key,
    set: { userId, phoneNumber, source, reason, createdAt: expr`if_not_exists(createdAt, ${at})` },
  };
}
