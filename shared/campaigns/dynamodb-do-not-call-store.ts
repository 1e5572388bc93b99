import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { DoNotCallItem, newestFirst, type DoNotCallStore, type OptOutMessage } from '#shared/campaigns/do-not-call.ts';
import { pageRange } from '#shared/platform/http/lists.ts';
import { query, read, type ItemKey, type Table } from '#shared/platform/table/table.ts';
import { absent, allOf, expr, present, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put, remove, transact, update, type Write } from '#shared/platform/table/write.ts';

/** @param erasureKeys the live values of the secret that hashes are made with, the current one first */
export function createDynamoDbDoNotCallStore(
  table: Table,
  erasureKeys: () => Promise<readonly string[]>,
): DoNotCallStore {
  const erased = erasedNumbers(table, erasureKeys);
  const get: DoNotCallStore['get'] = (userId, e164) => read(table, keys.doNotCall.key(userId, e164), DoNotCallItem);
  return {
    async add(entry) {
      const isAdded = await put(table, { ...keys.doNotCall.key(entry.userId, entry.phoneNumber), ...entry }, absent);
      return isAdded ? 'added' : 'exists';
    },

    async remove(userId, e164) {
      // A transaction, because it recognises a repeat after a lost response: the removed item cannot.
      const failed = await transact(table, [{ remove: keys.doNotCall.key(userId, e164), condition: present }]);
      const wasErased = await erased.remove(userId, e164);
      return failed.length === 0 || wasErased ? 'removed' : 'not_found';
    },

    async applyOptOut(message, at) {
      const { userId, phoneNumber, wish, sentAt } = message;
      const outcome = await applyOptOut(table, message, at);
      if (wish === 'start' && outcome !== 'outdated') {
        // The date of the last STOP or START before the erasure: an older START is a replay.
        const isOlder = expr`attribute_not_exists(sentAt) OR sentAt < ${sentAt}`;
        await erased.remove(userId, phoneNumber, allOf([{ source: 'sms' }, isOlder]));
      }
      return outcome;
    },

    erase: (userId, e164) => erased.add(userId, e164),

    get,

    async has(userId, e164) {
      const [entry, isErased] = await Promise.all([get(userId, e164), erased.has(userId, e164)]);
      return entry !== undefined || isErased;
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

/**
 * Numbers that were erased and must not be called all the same. The hash needs a key from outside of the table: there are few
 * enough numbers to try all of them. A user without any costs one read more, and no key.
 */
function erasedNumbers(table: Table, erasureKeys: () => Promise<readonly string[]>) {
  const keysOf = async (userId: number, e164: string): Promise<ItemKey[]> => {
    const hash = (key: string) => createHmac('sha256', key).update(`${userId} ${e164}`).digest('base64url');
    return (await erasureKeys()).map((key) => keys.erasedNumber(userId, hash(key)));
  };
  const find = async (userId: number, e164: string): Promise<ItemKey[]> => {
    if (!(await read(table, keys.hasErasedNumbers(userId), v.object({})))) return [];
    const candidates = await keysOf(userId, e164);
    const found = await Promise.all(candidates.map((key) => read(table, key, v.object({}))));
    return candidates.filter((_, index) => found[index] !== undefined);
  };
  return {
    has: async (userId: number, e164: string) => (await find(userId, e164)).length > 0,

    async remove(userId: number, e164: string, condition?: Condition): Promise<boolean> {
      const found = await find(userId, e164);
      const removed = await Promise.all(found.map((key) => remove(table, key, condition)));
      return removed.includes(true);
    },

    async add(userId: number, e164: string): Promise<'erased' | 'not_listed'> {
      const [entry, last] = await Promise.all([
        read(table, keys.doNotCall.key(userId, e164), DoNotCallItem),
        read(table, keys.optOut(userId, e164), OptOutItem),
      ]);
      const [key] = entry ? await keysOf(userId, e164) : [];
      const writes: Write[] = [{ remove: keys.optOut(userId, e164) }];
      if (entry && key) {
        writes.push(
          {
            put: {
              ...key,
              userId,
              source: entry.source,
              createdAt: entry.createdAt,
              ...(last && { sentAt: last.sentAt }),
            },
          },
          { put: { ...keys.hasErasedNumbers(userId), userId } },
          { remove: keys.doNotCall.key(userId, e164) },
        );
      }
      await transact(table, writes);
      return entry || (await find(userId, e164)).length > 0 ? 'erased' : 'not_listed';
    },
  };
}

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
