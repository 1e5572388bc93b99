import * as v from 'valibot';
import {
  campaignStatuses,
  defaultRules,
  weekdays,
  type Campaign,
  type CampaignStore,
} from '#shared/campaigns/campaign.ts';
import { absent, allOf, expr, present, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact, update, type Write } from '#shared/platform/table/write.ts';

/** A campaign as stored. Those from before there were rules had an id, a user, a name and a time. */
export const CampaignItem = v.pipe(
  v.object({
    id: v.number(),
    userId: v.number(),
    name: v.string(),
    assistantId: v.optional(v.nullable(v.number()), null),
    timezone: v.optional(v.string(), 'UTC'),
    allowedHoursStart: v.optional(v.string(), defaultRules.allowedHoursStart),
    allowedHoursEnd: v.optional(v.string(), defaultRules.allowedHoursEnd),
    allowedDays: v.optional(v.array(v.picklist(weekdays)), () => [...defaultRules.allowedDays]),
    maxCallsInParallel: v.optional(v.number(), defaultRules.maxCallsInParallel),
    maxRetries: v.optional(v.number(), defaultRules.maxRetries),
    retryIntervalMinutes: v.optional(v.number(), defaultRules.retryIntervalMinutes),
    retryOnVoicemail: v.optional(v.boolean(), defaultRules.retryOnVoicemail),
    retryOnGoalIncomplete: v.optional(v.boolean(), defaultRules.retryOnGoalIncomplete),
    goalCompletionVariable: v.optional(v.nullable(v.string()), defaultRules.goalCompletionVariable),
    markCompleteWhenNoLeads: v.optional(v.boolean(), defaultRules.markCompleteWhenNoLeads),
    phoneNumberIds: v.optional(v.array(v.number()), () => []),
    status: v.optional(v.picklist(campaignStatuses), 'draft'),
    stoppedReason: v.optional(v.nullable(v.string()), null),
    createdAt: v.number(),
    updatedAt: v.optional(v.number()),
    version: v.optional(v.number(), 1),
  }),
  v.transform((item) => ({ ...item, updatedAt: item.updatedAt ?? item.createdAt })),
) satisfies v.GenericSchema<unknown, Campaign>;

/** Set while the campaign is being deleted. */
export const DeletedCampaignItem = v.object({ id: v.number(), deleted: v.literal(true) });

/** Lists a campaign among those that are in progress. */
export const RunningCampaignItem = v.object({ userId: v.number(), campaignId: v.number() });

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
