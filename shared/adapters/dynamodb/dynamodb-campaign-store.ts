import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import { CampaignItem, DeletedCampaignItem } from '#shared/table/items/campaign-item.ts';
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
      const put = new PutCommand({
        TableName,
        Item: itemOf(after),
        ConditionExpression: `attribute_exists(pk) AND attribute_not_exists(deleted) AND ${hasVersion(before)}`,
        ExpressionAttributeValues: { ':version': before.version },
      });
      return (await conditionHolds(client.send(put))) ? 'replaced' : 'conflict';
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
      const remove = new DeleteCommand({ TableName, Key, ConditionExpression: 'deleted = :yes', ...yes });
      await conditionHolds(client.send(remove));
    },
  };
}

function itemOf(campaign: Campaign) {
  return { ...keys.campaign.key(campaign.userId, campaign.id), ...campaign };
}

function isDeleted(item: Record<string, unknown>): boolean {
  return v.is(DeletedCampaignItem, item);
}

/** Campaigns from before there were versions are read as version 1. */
function hasVersion({ version }: Campaign): string {
  return version === 1 ? '(version = :version OR attribute_not_exists(version))' : 'version = :version';
}
