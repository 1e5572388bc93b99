import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { listLeads } from '#shared/adapters/dynamodb/lead-list/list-leads.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import { ListedIdItem } from '#shared/table/items/lead-row-item.ts';
import { keys } from '#shared/table/keys.ts';

const DELETES_AT_ONCE = 25;
const ItemKeySchema = v.object({ pk: v.string(), sk: v.string() });

/** The part of the lead store that looks leads up by something else than their status in a campaign. */
export function listsOf(table: Table): Pick<LeadStore, 'list' | 'someIds' | 'idsOfNumber' | 'forgetNumbers'> {
  return {
    list: (userId, filter, page) => listLeads(table, userId, filter, page),

    async someIds(userId, campaignId, limit) {
      return (await readSome(table, keys.leadRowOfCampaign.partition(userId, campaignId), limit)).map(toId);
    },

    async forgetNumbers(userId, campaignId, limit) {
      const counts = await readSome(table, keys.campaignNumber(userId, campaignId, '').pk, limit);
      const dropped = counts.map((count) => v.parse(ItemKeySchema, count));
      for (let start = 0; start < dropped.length; start += DELETES_AT_ONCE) {
        await Promise.all(
          dropped
            .slice(start, start + DELETES_AT_ONCE)
            .map((Key) => table.client.send(new DeleteCommand({ TableName: table.tableName, Key }))),
        );
      }
      return dropped.length;
    },

    async idsOfNumber(userId, e164) {
      const items = await queryAll(table, wholePartition(keys.leadOfNumber.partition(userId, e164)));
      return items.map(toId);
    },
  };
}

async function readSome({ client, tableName: TableName }: Table, pk: string, limit: number) {
  const { Items = [] } = await client.send(
    new QueryCommand({ TableName, ...wholePartition(pk), ConsistentRead: true, Limit: limit }),
  );
  return Items;
}

function wholePartition(pk: string) {
  return { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
}

function toId(item: unknown): number {
  return v.parse(ListedIdItem, item).id;
}
