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

/** A user's last fairness round is irrelevant once the queue has moved past it, so the item expires after a day. */
const TENANT_KEPT_MS = 24 * 3_600_000;

const priorities: DialPriority[] = ['interactive', 'campaign'];
const StoredTenant = v.object({ ...DialTenantItem.entries, expiresAt: v.number() });

/** One item holds the end of the reserved slots. It is written once per call, and a carrier accepts few calls per second. */
export function createDynamoDbDialQueue(table: Table, rate: DialRate): DialQueue {
  return {
    reserveSlot: (now) =>
      untilDecided(async () => {
        if (await startSlots(table, now, slotMs(rate))) return now;
        const end = await appendSlot(table, now, slotMs(rate));
        return end && Math.max(now, end - slotMs(rate) - burstMs(rate));
      }),

    async enqueue({ userId, callId }, priority, now) {
      const round = await nextRound(table, priority, userId, now);
      const entry = { userId, callId, lane: priority, round };
      await put(table, { ...keys.dialQueue.entry(priority, round, userId, callId), ...entry });
    },

    peek: (count) => readQueue(table, count),

    async findStranded(now, count) {
      const { at } = await readRate(table);
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

/** True if no slot is reserved: the call may be dialled now. */
function startSlots(table: Table, now: number, slotMs: number): Promise<boolean> {
  return update(table, keys.dialQueue.pace(), {
    set: { at: now + slotMs },
    condition: expr`attribute_not_exists(pk) OR at <= ${now}`,
  });
}

/** Reserves a slot after the reserved ones and returns its end; undefined if all of them have passed. */
async function appendSlot(table: Table, now: number, slotMs: number): Promise<number | undefined> {
  const set = { at: expr`at + ${slotMs}` };
  const after = await updateIf(table, keys.dialQueue.pace(), DialRateItem, { set, condition: expr`at > ${now}` });
  return after?.at;
}

/** The round after the user's last one, or the round that is served now, whichever is later. */
async function nextRound(table: Table, priority: DialPriority, userId: number, now: number): Promise<number> {
  const serving = (await readRate(table))[priority];
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

async function readRate(table: Table) {
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
