import * as v from 'valibot';
import { CampaignItem, type Campaign, type CampaignStore } from '#shared/campaigns/campaign.ts';
import type { CallSlot, CallSlots, DialerStore } from '#shared/campaigns/dialler.ts';
import { createLeadIndex } from '#shared/campaigns/dynamodb-lead-store.ts';
import { indexChangesOf, replaceLead } from '#shared/campaigns/lead-writes.ts';
import { absent, allOf, expr, present, attribute, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { transactCounted, type CountedList } from '#shared/platform/table/list-total.ts';
import { query, read, untilDecided, type Table } from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import { claim, release, transact, update, type Write } from '#shared/platform/table/write.ts';
import { shardsOf } from '#shared/platform/timer/timer.ts';

const DeletedCampaignItem = v.object({ id: v.number(), deleted: v.literal(true) });

/** So that lists of leads need not read all campaigns. */
const DeletedEntryItem = v.object({ id: v.number() });

const RunningCampaignItem = v.object({ userId: v.number(), campaignId: v.number() });

/** The mark comes first: of a deleted campaign only the mark is read. */
const StoredCampaign = v.union([DeletedCampaignItem, CampaignItem]);
type StoredCampaign = v.InferOutput<typeof StoredCampaign>;

export function createDynamoDbCampaignStore(table: Table): CampaignStore {
  const queryUser = (userId: number) => query(table, { partition: keys.campaign.partition(userId) }, StoredCampaign);
  return {
    async add(campaign) {
      const counted = { list: countedCampaigns(table, campaign.userId), change: { records: 1, kilobytes: 0 } };
      const failed = await transactCounted(table, counted, [{ put: itemOf(campaign), condition: absent }]);
      if (typeof failed === 'string') return 'too_many';
      return failed.length === 0 ? 'added' : 'id_taken';
    },

    async get(userId, campaignId) {
      const campaign = await read(table, keys.campaign.key(userId, campaignId), StoredCampaign);
      return campaign === undefined || isDeleted(campaign) ? undefined : campaign;
    },

    async list(userId) {
      return (await queryUser(userId)).flatMap((campaign) => (isDeleted(campaign) ? [] : [campaign]));
    },

    async getSome(userId, campaignIds) {
      // Side by side: a batch would be in the bundle of every function that reads a campaign.
      const found = await Promise.all(
        campaignIds.map((id) => read(table, keys.campaign.key(userId, id), StoredCampaign)),
      );
      return found.flatMap((campaign) => (campaign === undefined || isDeleted(campaign) ? [] : [campaign]));
    },

    async replace(before, after) {
      const condition = allOf([expr`attribute_exists(pk) AND attribute_not_exists(deleted)`, isVersion(before)]);
      const failed = await transact(table, [{ put: itemOf(after), condition }, ...moveAmongRunning(before, after)]);
      return failed.length === 0 ? 'replaced' : 'conflict';
    },

    async listInProgress(share) {
      const { shards, partition } = keys.runningCampaign;
      const found = shardsOf(shards, share).map((shard) =>
        query(table, { partition: partition(shard) }, RunningCampaignItem),
      );
      return (await Promise.all(found)).flat();
    },

    ...deletionsOf(table),
  };
}

/** A record has up to 4.8 KB, most of it a name and the ids of 100 numbers, and the list has no pages. */
export const MOST_CAMPAIGNS = 1_000;

export function countedCampaigns(table: Table, userId: number): CountedList {
  return {
    total: keys.listTotal.ofCampaigns(userId),
    most: { records: MOST_CAMPAIGNS, kilobytes: 0 },
    async measure() {
      const listed = await query(
        table,
        {
          partition: keys.campaign.partition(userId),
          filter: expr`attribute_not_exists(deleted)`,
          attributes: ['id'],
        },
        v.object({ id: v.number() }),
      );
      return { records: listed.length, kilobytes: 0 };
    },
  };
}

function deletionsOf(table: Table): Pick<CampaignStore, 'markDeleted' | 'listDeleted' | 'remove'> {
  return {
    async markDeleted(userId, campaignId) {
      const key = keys.campaign.key(userId, campaignId);
      const isListed = expr`${present} AND attribute_not_exists(deleted)`;
      const counted = { list: countedCampaigns(table, userId), change: { records: -1, kilobytes: 0 } };
      const failed = await transactCounted(table, counted, [
        { update: key, set: { deleted: true }, condition: isListed },
        { update: keys.deletedCampaign.key(userId, campaignId), set: { id: campaignId } },
      ]);
      if (failed.length === 0) return 'marked';
      return (await read(table, key, StoredCampaign)) ? 'marked' : 'not_found';
    },

    async listDeleted(userId) {
      const partition = keys.deletedCampaign.partition(userId);
      return (await query(table, { partition }, DeletedEntryItem)).map(({ id }) => id);
    },

    async remove(userId, campaignId) {
      await transact(table, [
        { remove: keys.campaign.key(userId, campaignId), condition: { deleted: true } },
        { remove: keys.runningCampaign.key(userId, campaignId) },
        { remove: keys.deletedCampaign.key(userId, campaignId) },
      ]);
    },
  };
}

function itemOf(campaign: Campaign) {
  return { ...keys.campaign.key(campaign.userId, campaign.id), ...campaign };
}

function isDeleted(campaign: StoredCampaign): campaign is v.InferOutput<typeof DeletedCampaignItem> {
  return 'deleted' in campaign;
}

/** Old items have no version. */
function isVersion({ version }: Campaign): Condition {
  return version === 1 ? expr`version = ${version} OR attribute_not_exists(version)` : { version };
}

function moveAmongRunning(before: Campaign, after: Campaign): Write[] {
  if (before.status === after.status) return [];
  const { userId, id: campaignId } = after;
  const key = keys.runningCampaign.key(userId, campaignId);
  if (after.status === 'in-progress') return [{ put: { ...key, userId, campaignId } }];
  return before.status === 'in-progress' ? [{ remove: key }] : [];
}

/** `lines`: by call id. */
const CallSlotsItem = v.object({
  version: v.number(),
  lines: v.record(
    v.string(),
    v.object({ campaignId: v.number(), expiresAt: v.number(), number: v.optional(v.string()) }),
  ),
});

/** `wanted` counts the requests for a run. */
const DialerRunItem = v.object({
  wanted: v.number(),
  claimedBy: v.optional(v.string()),
  claimedUntil: v.optional(v.number(), 0),
});

const CallOutcomesItem = v.object({ calls: v.number(), failed: v.number() });

/** The dialler needs five minutes. The rest is for support. */
const KEPT_MS = 7 * 24 * 3_600_000;

export function createDynamoDbDialerStore(table: Table): DialerStore {
  const index = createLeadIndex(table);
  return {
    async getCallSlots(userId) {
      const stored = await read(table, keys.callSlots(userId), CallSlotsItem);
      if (!stored) return { slots: [], version: 0 };
      const { version, lines: slots } = stored;
      return { version, slots: Object.entries(slots).map(([id, slot]) => ({ callId: Number(id), ...slot })) };
    },

    async startAttempt({ lead: [before, after], slots: [slotsBefore, slotsAfter] }) {
      const failed = await index.transact(indexChangesOf(before, after), [
        ...replaceLead(before, after),
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

/** Writes only slots that were added or dropped, so that one that is released in between stays free. */
function replaceCallSlots(userId: number, before: CallSlots, after: CallSlots): Write {
  const key = keys.callSlots(userId);
  const valueOf = ({ campaignId, expiresAt, number }: CallSlot) => ({
    campaignId,
    expiresAt,
    ...(number !== undefined && { number }),
  });
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

/** One write if no run is in progress, else two: the second asks that run to look again, a repeat once more. */
function runsOf(table: Table): Pick<DialerStore, 'startRun' | 'extendRun' | 'isRunLost' | 'endRun'> {
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

    extendRun: (userId, owner, { until }) =>
      update(table, keys.dialerRun(userId), { set: { claimedUntil: until }, condition: { claimedBy: owner } }),

    async isRunLost(userId, owner, now) {
      const run = await read(table, keys.dialerRun(userId), DialerRunItem);
      return run?.claimedBy === owner && run.claimedUntil <= now;
    },

    async endRun(userId, owner, ticket) {
      const key = keys.dialerRun(userId);
      if (await release(table, key, owner, { wanted: ticket })) return undefined;
      const run = await read(table, key, DialerRunItem);
      return run?.claimedBy === owner ? run.wanted : undefined;
    },
  };
}
