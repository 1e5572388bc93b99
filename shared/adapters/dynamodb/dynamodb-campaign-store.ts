import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import { CampaignItem } from '#shared/table/items/campaign-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbCampaignStore(table: Table): CampaignStore {
  const { client, tableName: TableName } = table;
  return {
    async add(campaign) {
      const Item = { ...keys.campaign.key(campaign.userId, campaign.id), ...campaign };
      const failed = await transact(table, [
        { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
      ]);
      return failed.length === 0 ? 'added' : 'id_taken';
    },

    async get(userId, campaignId) {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: keys.campaign.key(userId, campaignId), ConsistentRead: true }),
      );
      return Item && v.parse(CampaignItem, Item);
    },

    async list(userId) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.campaign.partition(userId) },
      });
      return items.map((item) => v.parse(CampaignItem, item));
    },
  };
}
