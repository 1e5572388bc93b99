import * as v from 'valibot';
import { CampaignItem, type Campaign, type CampaignStore } from '#shared/campaigns/campaign.ts';
import { absent, allOf, expr, present, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact, update, type Write } from '#shared/platform/table/write.ts';

/** A campaign that is marked as deleted. */
const DeletedCampaignItem = v.object({ id: v.number(), deleted: v.literal(true) });

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

    async replace(before, after) {
      const condition = allOf([expr`attribute_exists(pk) AND attribute_not_exists(deleted)`, isVersion(before)]);
      const failed = await transact(table, [{ put: itemOf(after), condition }, ...moveAmongRunning(before, after)]);
      return failed.length === 0 ? 'replaced' : 'conflict';
    },

    listInProgress: () => query(table, { partition: keys.runningCampaign.partition }, RunningCampaignItem),

    async markDeleted(userId, campaignId) {
      const mark = { set: { deleted: true }, condition: present };
      return (await update(table, keys.campaign.key(userId, campaignId), mark)) ? 'marked' : 'not_found';
    },

    async listDeleted(userId) {
      return (await queryUser(userId)).filter(isDeleted).map(({ id }) => id);
    },

    async remove(userId, campaignId) {
      await transact(table, [
        { remove: keys.campaign.key(userId, campaignId), condition: { deleted: true } },
        { remove: keys.runningCampaign.key(userId, campaignId) },
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
