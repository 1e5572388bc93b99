import * as v from 'valibot';
import type { CallSlot, CallSlots, DialerStore } from '#shared/campaigns/dialler.ts';
import { createLeadIndex, leadIndexOptions } from '#shared/campaigns/lead-index.ts';
import { replaceLead } from '#shared/campaigns/lead-writes.ts';
import { claim, release, transact, update, type Write } from '#shared/platform/table/write.ts';
import { absent, attribute, expr } from '#shared/platform/table/expressions.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import { type Table, query, read, untilDecided } from '#shared/platform/table/table.ts';

/** The call slots of a user. `lines`: by call id. */
const CallSlotsItem = v.object({
  version: v.number(),
  lines: v.record(v.string(), v.object({ campaignId: v.number(), expiresAt: v.number() })),
});

/** `wanted` counts the requests for a run. */
const DialerRunItem = v.object({ wanted: v.number(), claimedBy: v.optional(v.string()) });

const CallOutcomesItem = v.object({ calls: v.number(), failed: v.number() });

/** The dialler needs the counts for five minutes. They are kept for a week, for support. */
const KEPT_MS = 7 * 24 * 3_600_000;

export function createDynamoDbDialerStore(table: Table, options = leadIndexOptions): DialerStore {
  const index = createLeadIndex(table, options);
  return {
    async getCallSlots(userId) {
      const stored = await read(table, keys.callSlots(userId), CallSlotsItem);
      if (!stored) return { slots: [], version: 0 };
      const { version, lines: slots } = stored;
      return { version, slots: Object.entries(slots).map(([id, slot]) => ({ callId: Number(id), ...slot })) };
    },

    async startAttempt({ lead: [before, after], slots: [slotsBefore, slotsAfter] }) {
      const failed = await transact(table, [
        ...(await replaceLead(index, before, after)),
        replaceCallSlots(after.userId, slotsBefore, slotsAfter),
      ]);
      return failed.length === 0 ? 'started' : 'conflict';
    },

    ...runsOf(table),

    async releaseCallSlot(userId, callId) {
      const slot = `lines.${callId}`;
      await update(table, keys.callSlots(userId), {
        remove: [slot],
        condition: expr`attribute_exists(${attribute(slot)})`,
      });
    },

    async recordOutcome({ userId, campaignId }, from, isFailure) {
      await update(table, keys.callOutcomes.key(userId, campaignId, from), {
        add: { calls: 1, failed: isFailure ? 1 : 0 },
        set: { expiresAt: Math.ceil((from + KEPT_MS) / 1000) },
      });
    },

    async outcomesSince({ userId, campaignId }, from) {
      const partition = keys.callOutcomes.partition(userId, campaignId);
      const where = expr`sk >= ${sortableId(Math.max(0, from))}`;
      const spans = await query(table, { partition, where }, CallOutcomesItem);
      return {
        calls: spans.reduce((sum, { calls }) => sum + calls, 0),
        failed: spans.reduce((sum, { failed }) => sum + failed, 0),
      };
    },
  };
}

/** Writes only the slots that were added or dropped, so that a slot that is released in between stays free. */
function replaceCallSlots(userId: number, before: CallSlots, after: CallSlots): Write {
  const key = keys.callSlots(userId);
  const valueOf = ({ campaignId, expiresAt }: CallSlot) => ({ campaignId, expiresAt });
  if (before.version === 0) {
    const lines = Object.fromEntries(after.slots.map((slot) => [slot.callId, valueOf(slot)]));
    return { put: { ...key, version: after.version, lines }, condition: absent };
  }
  const has = ({ slots }: CallSlots, callId: number) => slots.some((slot) => slot.callId === callId);
  const taken = after.slots.filter(({ callId }) => !has(before, callId));
  const dropped = before.slots.filter(({ callId }) => !has(after, callId));
  return {
    update: key,
    set: {
      version: after.version,
      ...Object.fromEntries(taken.map((slot) => [`lines.${slot.callId}`, valueOf(slot)])),
    },
    remove: dropped.map(({ callId }) => `lines.${callId}`),
    condition: { version: before.version },
  };
}

/**
 * `startRun` takes one write if no run is in progress, otherwise two: the second one asks that run to check again. A repeat
 * after a lost response asks twice, and costs that run one more look.
 */
function runsOf(table: Table): Pick<DialerStore, 'startRun' | 'endRun'> {
  return {
    async startRun(userId, owner, lease) {
      const key = keys.dialerRun(userId);
      const outcome = await untilDecided(async () => {
        const started = await claim(table, key, DialerRunItem, { owner, lease, add: { wanted: 1 } });
        if (started) return started.wanted;
        const isAsked = await update(table, key, { add: { wanted: 1 }, condition: expr`claimedUntil > ${lease.now}` });
        return isAsked ? 'asked' : undefined;
      });
      return outcome === 'asked' ? undefined : outcome;
    },

    async endRun(userId, owner, ticket) {
      const key = keys.dialerRun(userId);
      if (await release(table, key, owner, { wanted: ticket })) return undefined;
      const run = await read(table, key, DialerRunItem);
      return run?.claimedBy === owner ? run.wanted : undefined;
    },
  };
}
