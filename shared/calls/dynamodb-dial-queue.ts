import * as v from 'valibot';
import {
  burstMs,
  TURN_LOST_MS,
  turnMs,
  type DialLane,
  type DialLine,
  type DialPace,
  type DialPlace,
} from '#shared/calls/dial-queue.ts';
import { DialPaceItem, DialQueueEntryItem, DialTenantItem } from '#shared/campaigns/dialler-items.ts';
import { attribute, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { untilDecided } from '#shared/platform/table/retry.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, remove, update, updateIf } from '#shared/platform/table/write.ts';

/** A user's last fairness round counts for nothing once the queue has moved past it. */
const TENANT_KEPT_MS = 24 * 3_600_000;

const priorities: DialLane[] = ['interactive', 'campaign'];
const StoredTenant = v.object({ ...DialTenantItem.entries, expiresAt: v.number() });

/** One item holds the pace: it is written once a call, and a carrier takes few calls a second. */
export function createDynamoDbDialLine(table: Table, pace: DialPace): DialLine {
  return {
    takeTurn: (now) =>
      untilDecided(async () => {
        if (await startPace(table, now, turnMs(pace))) return now;
        const end = await continuePace(table, now, turnMs(pace));
        return end && Math.max(now, end - turnMs(pace) - burstMs(pace));
      }),

    async enter({ userId, callId }, priority, now) {
      const round = await nextRound(table, priority, userId, now);
      const entry = { userId, callId, lane: priority, round };
      await put(table, { ...keys.dialLine.place(priority, round, userId, callId), ...entry });
    },

    first: (count) => readQueue(table, count),

    async orphans(now, count) {
      const { at } = await readPace(table);
      return at + TURN_LOST_MS < now ? readQueue(table, count) : [];
    },

    async leave({ lane: priority, round, userId, callId }, served) {
      await remove(table, keys.dialLine.place(priority, round, userId, callId));
      if (!served) return;
      const lastServed = attribute(priority);
      await update(table, keys.dialLine.pace(), {
        set: { [priority]: round },
        condition: expr`attribute_exists(pk) AND (attribute_not_exists(${lastServed}) OR ${lastServed} < ${round})`,
      });
    },
  };
}

/** The queue is idle: the call may be dialled now. */
function startPace(table: Table, now: number, slotMs: number): Promise<boolean> {
  return update(table, keys.dialLine.pace(), {
    set: { at: now + slotMs },
    condition: expr`attribute_not_exists(pk) OR at <= ${now}`,
  });
}

/** One more dial slot after those that were taken; undefined when they are all over. */
async function continuePace(table: Table, now: number, slotMs: number): Promise<number | undefined> {
  const set = { at: expr`at + ${slotMs}` };
  const after = await updateIf(table, keys.dialLine.pace(), DialPaceItem, { set, condition: expr`at > ${now}` });
  return after?.at;
}

/** The round after the user's last one, or the one that is being served, whichever is later. */
async function nextRound(table: Table, priority: DialLane, userId: number, now: number): Promise<number> {
  const serving = (await readPace(table))[priority];
  const key = keys.dialLine.tenant(priority, userId);
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
  return (await read(table, keys.dialLine.pace(), DialPaceItem)) ?? v.parse(DialPaceItem, { at: 0 });
}

async function readQueue(table: Table, count: number): Promise<DialPlace[]> {
  const parts = await Promise.all(
    priorities.map((priority) => {
      const where = expr`begins_with(sk, ${keys.dialLine.waiting(priority)})`;
      return query(table, { partition: keys.dialLine.partition, where, limit: count }, DialQueueEntryItem);
    }),
  );
  return parts.flat().slice(0, count);
}
