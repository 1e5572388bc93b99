import * as v from 'valibot';
import { absent, allOf, expr, present, type Condition } from '#shared/platform/table/expressions.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact, update, type Write } from '#shared/platform/table/write.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import { CampaignItem, DeletedCampaignItem, RunningCampaignItem } from '#shared/table/items/campaign-item.ts';
import { keys } from '#shared/table/keys.ts';

/** While a campaign is being deleted, its mark is all that is read. */
const StoredCampaign = v.union([DeletedCampaignItem, CampaignItem]);
type StoredCampaign = v.InferOutput<typeof StoredCampaign>;

export function createDynamoDbCampaignStore(table: Table): CampaignStore {
  const ofUser = (userId: number) => query(table, { partition: keys.campaign.partition(userId) }, StoredCampaign);
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
      return (await ofUser(userId)).flatMap((campaign) => (isDeleted(campaign) ? [] : [campaign]));
    },

    async replace(before, after) {
      const condition = allOf([expr`attribute_exists(pk) AND attribute_not_exists(deleted)`, hasVersionOf(before)]);
      const failed = await transact(table, [{ put: itemOf(after), condition }, ...moveAmongRunning(before, after)]);
      return failed.length === 0 ? 'replaced' : 'conflict';
    },

    listInProgress: () => query(table, { partition: keys.runningCampaign.partition }, RunningCampaignItem),

    async markDeleted(userId, campaignId) {
      const mark = { set: { deleted: true }, condition: present };
      return (await update(table, keys.campaign.key(userId, campaignId), mark)) ? 'marked' : 'not_found';
    },

    async listDeleted(userId) {
      return (await ofUser(userId)).filter(isDeleted).map(({ id }) => id);
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

/** Lists a campaign among those in progress while it is. */
function moveAmongRunning(before: Campaign, after: Campaign): Write[] {
  if (before.status === after.status) return [];
  const { userId, id: campaignId } = after;
  const key = keys.runningCampaign.key(userId, campaignId);
  if (after.status === 'in-progress') return [{ put: { ...key, userId, campaignId } }];
  return before.status === 'in-progress' ? [{ remove: key }] : [];
}

function isDeleted(campaign: StoredCampaign): campaign is v.InferOutput<typeof DeletedCampaignItem> {
  return 'deleted' in campaign;
}

/** Campaigns that were stored before there were versions are read as version 1. */
function hasVersionOf({ version }: Campaign): Condition {
  return version === 1 ? expr`version = ${version} OR attribute_not_exists(version)` : { version };
}
