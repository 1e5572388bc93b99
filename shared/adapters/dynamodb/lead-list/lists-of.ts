import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { listLeads } from '#shared/adapters/dynamodb/lead-list/list-leads.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import { ListedIdItem } from '#shared/table/items/lead-row-item.ts';
import { keys } from '#shared/table/keys.ts';

/** The part of the lead store that looks leads up by something else than their status in a campaign. */
export function listsOf(table: Table): Pick<LeadStore, 'list' | 'someIds' | 'idsOfNumber'> {
  const { client, tableName: TableName } = table;
  return {
    list: (userId, filter, page) => listLeads(table, userId, filter, page),

    async someIds(userId, campaignId, limit) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          ...wholePartition(keys.leadRowOfCampaign.partition(userId, campaignId)),
          ConsistentRead: true,
          Limit: limit,
        }),
      );
      return Items.map(toId);
    },

    async idsOfNumber(userId, e164) {
      const items = await queryAll(table, wholePartition(keys.leadOfNumber.partition(userId, e164)));
      return items.map(toId);
    },
  };
}

function wholePartition(pk: string) {
  return { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
}

function toId(item: unknown): number {
  return v.parse(ListedIdItem, item).id;
}
