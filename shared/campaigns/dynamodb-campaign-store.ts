import * as v from 'valibot';
import { CampaignItem, type Campaign, type CampaignStore } from '#shared/campaigns/campaign.ts';
import { shardsOf } from '#shared/platform/timer/timer.ts';
import { absent, allOf, expr, present, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact, type Write } from '#shared/platform/table/write.ts';

/** A campaign that is marked as deleted. */
const DeletedCampaignItem = v.object({ id: v.number(), deleted: v.literal(true) });

/** The entry of a campaign among those that are being deleted, so that lists of leads need not read all campaigns. */
const DeletedEntryItem = v.object({ id: v.number() });

/** The entry of a campaign in the list of campaigns in progress. */
const RunningCampaignItem = v.object({ userId: v.number(), campaignId: v.number() });

/** The mark comes first: of a deleted campaign only the mark is read. */
const StoredCampaign = v.union([DeletedCampaignItem, CampaignItem]);
type StoredCampaign = v.InferOutput<typeof StoredCampaign>;

export function createDynamoDbCampaignStore(table: Table): CampaignStore {
  const queryUser = (userId: number) => query(table, { partition: keys.campaign.partition(userId) }, StoredCampaign);
  return {
    async add(campaign) {
      const failed = await transact(table, [{ put: itemOf(campaign), condition: absent }]);
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

/** A deleted campaign is hidden at once, and removed when it has no lead left. */
function deletionsOf(table: Table): Pick<CampaignStore, 'markDeleted' | 'listDeleted' | 'remove'> {
  return {
    async markDeleted(userId, campaignId) {
      const failed = await transact(table, [
        { update: keys.campaign.key(userId, campaignId), set: { deleted: true }, condition: present },
        { update: keys.deletedCampaign.key(userId, campaignId), set: { id: campaignId } },
      ]);
      return failed.length === 0 ? 'marked' : 'not_found';
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

/** Old items have no version and are read as version 1. */
function isVersion({ version }: Campaign): Condition {
  return version === 1 ? expr`version = ${version} OR attribute_not_exists(version)` : { version };
}

/** Adds or removes the entry in the list of campaigns in progress when the status changes. */
function moveAmongRunning(before: Campaign, after: Campaign): Write[] {
  if (before.status === after.status) return [];
  const { userId, id: campaignId } = after;
  const key = keys.runningCampaign.key(userId, campaignId);
  if (after.status === 'in-progress') return [{ put: { ...key, userId, campaignId } }];
  return before.status === 'in-progress' ? [{ remove: key }] : [];
}
