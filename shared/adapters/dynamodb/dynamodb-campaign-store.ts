import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact, type TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import { CampaignItem, DeletedCampaignItem, RunningCampaignItem } from '#shared/table/items/campaign-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbCampaignStore(table: Table): CampaignStore {
  const { client, tableName: TableName } = table;
  const ofUser = (userId: number) =>
    queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.campaign.partition(userId) },
    });
  return {
    async add(campaign) {
      const failed = await transact(table, [
        { Put: { TableName, Item: itemOf(campaign), ConditionExpression: 'attribute_not_exists(pk)' } },
      ]);
      return failed.length === 0 ? 'added' : 'id_taken';
    },

    async get(userId, campaignId) {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: keys.campaign.key(userId, campaignId), ConsistentRead: true }),
      );
      return Item === undefined || isDeleted(Item) ? undefined : v.parse(CampaignItem, Item);
    },

    async list(userId) {
      const items = await ofUser(userId);
      return items.filter((item) => !isDeleted(item)).map((item) => v.parse(CampaignItem, item));
    },

    async replace(before, after) {
      const put = {
        TableName,
        Item: itemOf(after),
        ConditionExpression: `attribute_exists(pk) AND attribute_not_exists(deleted) AND ${hasVersion(before)}`,
        ExpressionAttributeValues: { ':version': before.version },
      };
      const failed = await transact(table, [{ Put: put }, ...moveAmongRunning(table, before, after)]);
      return failed.length === 0 ? 'replaced' : 'conflict';
    },

    async listInProgress() {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.runningCampaign.partition },
      });
      return items.map((item) => v.parse(RunningCampaignItem, item));
    },

    ...deletionOf(table, ofUser),
  };
}

type Deletion = Pick<CampaignStore, 'markDeleted' | 'listDeleted' | 'remove'>;

function deletionOf(table: Table, ofUser: (userId: number) => Promise<Record<string, unknown>[]>): Deletion {
  const { client, tableName: TableName } = table;
  const yes = { ExpressionAttributeValues: { ':yes': true } };
  return {
    async markDeleted(userId, campaignId) {
      const mark = new UpdateCommand({
        TableName,
        Key: keys.campaign.key(userId, campaignId),
        UpdateExpression: 'SET deleted = :yes',
        ConditionExpression: 'attribute_exists(pk)',
        ...yes,
      });
      return (await conditionHolds(client.send(mark))) ? 'marked' : 'not_found';
    },

    async listDeleted(userId) {
      const items = await ofUser(userId);
      return items.filter(isDeleted).map((item) => v.parse(DeletedCampaignItem, item).id);
    },

    async remove(userId, campaignId) {
      const Key = keys.campaign.key(userId, campaignId);
      await transact(table, [
        { Delete: { TableName, Key, ConditionExpression: 'deleted = :yes', ...yes } },
        { Delete: { TableName, Key: keys.runningCampaign.key(userId, campaignId) } },
      ]);
    },
  };
}

function itemOf(campaign: Campaign) {
  return { ...keys.campaign.key(campaign.userId, campaign.id), ...campaign };
}

/** The part of a transaction that lists a campaign among those in progress as long as it is. */
function moveAmongRunning({ tableName: TableName }: Table, before: Campaign, after: Campaign): TransactItems {
  if (before.status === after.status) return [];
  const { userId, id: campaignId } = after;
  const Key = keys.runningCampaign.key(userId, campaignId);
  if (after.status === 'in-progress') return [{ Put: { TableName, Item: { ...Key, userId, campaignId } } }];
  return before.status === 'in-progress' ? [{ Delete: { TableName, Key } }] : [];
}

function isDeleted(item: Record<string, unknown>): boolean {
  return v.is(DeletedCampaignItem, item);
}

/** Campaigns from before there were versions are read as version 1. */
function hasVersion({ version }: Campaign): string {
  return version === 1 ? '(version = :version OR attribute_not_exists(version))' : 'version = :version';
}
