import * as v from 'valibot';
import { addEntry, DialQueueEntryItem, takeEntry } from '#shared/calls/dynamodb-dial-queue.ts';
import { expiryOfNumber as expiry } from '#shared/calls/live-calls.ts';
import {
  MOST_SEEN,
  nameOfWaiter,
  type CalledNumber,
  type NumberLines,
  type Waiter,
} from '#shared/calls/number-line.ts';
import { expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, remove, transact, update } from '#shared/platform/table/write.ts';

const CalledNumberItem = v.object({
  version: v.optional(v.number(), 0),
  calls: v.optional(v.array(v.number()), () => []),
  attempts: v.optional(v.set(v.number()), () => new Set<number>()),
  day: v.optional(v.string()),
  nextUntil: v.optional(v.number(), 0),
  next: v.optional(v.string()),
});

const WaiterItem = v.union([
  v.object({ since: v.number(), entry: DialQueueEntryItem }),
  v.object({ since: v.number(), lead: v.object({ campaignId: v.number(), leadId: v.number() }) }),
]);

const Item = v.union([WaiterItem, CalledNumberItem]);

const uncalled = (): CalledNumber => v.parse(CalledNumberItem, {});

/** Each number is in a partition of its own: the numbers that a user calls make none of them hot. */
export function createDynamoDbNumberLines(table: Table): NumberLines {
  const place = (userId: number, phoneNumber: string, waiter: Waiter) =>
    keys.calledNumber.waiter(userId, phoneNumber, nameOfWaiter(waiter));
  return {
    async read(userId, phoneNumber) {
      return (await read(table, keys.calledNumber.key(userId, phoneNumber), CalledNumberItem)) ?? uncalled();
    },

    async look(userId, phoneNumber) {
      const partition = keys.calledNumber.partition(userId, phoneNumber);
      const found = await query(table, { partition, limit: MOST_SEEN + 1 }, Item);
      const waiting = found.flatMap((item) => ('since' in item ? [item] : []));
      return { number: found.find((item) => 'version' in item) ?? uncalled(), waiting: waiting.slice(0, MOST_SEEN) };
    },

    async enter(userId, phoneNumber, waiter) {
      const item = { ...place(userId, phoneNumber, waiter), ...waiter, expiresAt: expiry(waiter.since) };
      if (waiter.entry) await transact(table, [takeEntry(waiter.entry), { put: item }]);
      else await put(table, item);
    },

    async admit(userId, phoneNumber, waiter, nextUntil) {
      const failed = await transact(table, [
        { remove: place(userId, phoneNumber, waiter), condition: present },
        {
          update: keys.calledNumber.key(userId, phoneNumber),
          set: { nextUntil, next: nameOfWaiter(waiter), expiresAt: expiry(nextUntil) },
        },
        ...(waiter.entry ? [addEntry(waiter.entry)] : []),
      ]);
      return failed.length === 0;
    },

    leave: async (...left) => void (await remove(table, place(...left))),

    async uncount({ userId, id, clientPhoneNumber }) {
      await update(table, keys.calledNumber.key(userId, clientPhoneNumber), {
        add: { version: 1 },
        drop: { attempts: new Set([id]) },
        condition: expr`contains(attempts, ${id})`,
      });
    },
  };
}
