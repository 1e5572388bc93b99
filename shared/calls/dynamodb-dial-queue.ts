import * as v from 'valibot';
import {
  burstMs,
  SLOT_LOST_MS,
  slotMs,
  type DialPriority,
  type DialQueue,
  type DialRate,
  type DialQueueEntry,
} from '#shared/calls/dial-queue.ts';
import { DialRateItem, DialQueueEntryItem, DialTenantItem } from '#shared/campaigns/dialler-items.ts';
import { attribute, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { untilDecided } from '#shared/platform/table/retry.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, remove, update, updateIf } from '#shared/platform/table/write.ts';

/** A user's last fairness round counts for nothing once the queue has moved past it. */
const TENANT_KEPT_MS = 24 * 3_600_000;

const priorities: DialPriority[] = ['interactive', 'campaign'];
const StoredTenant = v.object({ ...DialTenantItem.entries, expiresAt: v.number() });

/** One item holds the pace: it is written once a call, and a carrier takes few calls a second. */
export function createDynamoDbDialQueue(table: Table, pace: DialRate): DialQueue {
  return {
    reserveSlot: (now) =>
      untilDecided(async () => {
        if (await startPace(table, now, slotMs(pace))) return now;
        const end = await continuePace(table, now, slotMs(pace));
        return end && Math.max(now, end - slotMs(pace) - burstMs(pace));
      }),

    async enqueue({ userId, callId }, priority, now) {
      const round = await nextRound(table, priority, userId, now);
      const entry = { userId, callId, lane: priority, round };
      await put(table, { ...keys.dialQueue.entry(priority, round, userId, callId), ...entry });
    },

    peek: (count) => readQueue(table, count),

    async findStranded(now, count) {
      const { at } = await readPace(table);
      return at + SLOT_LOST_MS < now ? readQueue(table, count) : [];
    },

    async remove({ priority, fairnessRound, userId, callId }, served) {
      await remove(table, keys.dialQueue.entry(priority, fairnessRound, userId, callId));
      if (!served) return;
      const lastServed = attribute(priority);
      await update(table, keys.dialQueue.pace(), {
        set: { [priority]: fairnessRound },
        condition: expr`attribute_exists(pk) AND (attribute_not_exists(${lastServed}) OR ${lastServed} < ${fairnessRound})`,
      });
    },
  };
}

/** The queue is idle: the call may be dialled now. */
function startPace(table: Table, now: number, slotMs: number): Promise<boolean> {
  return update(table, keys.dialQueue.pace(), {
    set: { at: now + slotMs },
    condition: expr`attribute_not_exists(pk) OR at <= ${now}`,
  });
}

/** One more dial slot after those that were taken; undefined when they are all over. */
async function continuePace(table: Table, now: number, slotMs: number): Promise<number | undefined> {
  const set = { at: expr`at + ${slotMs}` };
  const after = await updateIf(table, keys.dialQueue.pace(), DialRateItem, { set, condition: expr`at > ${now}` });
  return after?.at;
}

/** The round after the user's last one, or the one that is being served, whichever is later. */
async function nextRound(table: Table, priority: DialPriority, userId: number, now: number): Promise<number> {
  const serving = (await readPace(table))[priority];
  const key = keys.dialQueue.tenant(priority, userId);
  const expiresAt = Math.ceil((now + TENANT_KEPT_MS) / 1000);
  return untilDecided(async () => {
    const tenant =
      (await updateIf(table, key, StoredTenant, {
        set: { round: expr`round + ${1}`, expiresAt },
        condition: expr`round >= ${serving}`,
      })) ??
      (await updateIf(table, key, StoredTenant, {
        set: { round: serving, expiresAt },
        condition: expr`attribute_not_exists(round) OR round < ${serving}`,
      }));
    return tenant?.round;
  });
}

async function readPace(table: Table) {
  return (await read(table, keys.dialQueue.pace(), DialRateItem)) ?? v.parse(DialRateItem, { at: 0 });
}

async function readQueue(table: Table, count: number): Promise<DialQueueEntry[]> {
  const parts = await Promise.all(
    priorities.map((priority) => {
      const where = expr`begins_with(sk, ${keys.dialQueue.waiting(priority)})`;
      return query(table, { partition: keys.dialQueue.partition, where, limit: count }, DialQueueEntryItem);
    }),
  );
  return parts
    .flat()
    .slice(0, count)
    .map(({ lane, round, ...key }) => ({ ...key, priority: lane, fairnessRound: round }));
}
