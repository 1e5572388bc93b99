import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { campaignQueueOf } from '#shared/adapters/dynamodb/lead-list/campaign-queue-of.ts';
import { listsOf } from '#shared/adapters/dynamodb/lead-list/lists-of.ts';
import { moveInLists } from '#shared/adapters/dynamodb/lead-list/move-in-lists.ts';
import { removeLead } from '#shared/adapters/dynamodb/lead-list/remove-lead.ts';
import { leadItemOf, moveInCampaign, moveNumberCount } from '#shared/adapters/dynamodb/move-lead.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { Lead, SecondaryContact } from '#shared/domain/lead/lead.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import { LeadItem, SecondaryContactItem, toSecondaryContactItem } from '#shared/table/items/lead-item.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

/** Positions in the transactions below. */
const HEAD = 0;
const NUMBER = 1;

export function createDynamoDbLeadStore(table: Table): LeadStore {
  const { client, tableName: TableName } = table;
  return {
    // 16 items with ten contacts. Their variables come from one request of 256 KB, so they stay below the 4 MB of a transaction.
    async create(lead, contacts) {
      const ConditionExpression = 'attribute_not_exists(pk)';
      const failed = await transact(table, [
        { Put: { TableName, Item: leadItemOf(lead), ConditionExpression } },
        ...moveNumberCount(table, undefined, lead),
        ...moveInCampaign(table, undefined, lead),
        ...moveInLists(table, undefined, lead),
        ...contacts.map((one) => ({ Put: { TableName, Item: contactItemOf(one), ConditionExpression } })),
      ]);
      if (failed.length === 0) return 'created';
      return failed.includes(NUMBER) ? 'number_taken' : 'id_taken';
    },

    async get(userId, leadId) {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: keys.lead.key(userId, leadId), ConsistentRead: true }),
      );
      return Item && v.parse(LeadItem, Item);
    },

    contacts: (lead) => readContacts(table, lead),

    async replace(before, after) {
      const failed = await transact(table, [
        {
          Put: {
            TableName,
            Item: leadItemOf(after),
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':version': before.version },
          },
        },
        ...moveNumberCount(table, before, after),
        ...moveInCampaign(table, before, after),
        ...moveInLists(table, before, after),
      ]);
      if (failed.length === 0) return 'replaced';
      return failed.includes(HEAD) ? 'conflict' : 'number_taken';
    },

    remove: (lead) => removeLead(table, lead),

    ...listsOf(table),

    ...campaignQueueOf(table),
  };
}

/** The ids of one lead's contacts are of one moment, so that between the first and the last there are hardly any others. */
async function readContacts(table: Table, lead: Lead): Promise<SecondaryContact[]> {
  if (lead.contactIds.length === 0) return [];
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': keys.leadContact.partition(lead.userId),
      ':first': sortableId(Math.min(...lead.contactIds)),
      ':last': sortableId(Math.max(...lead.contactIds)),
    },
  });
  const found = new Map(items.map((item) => v.parse(SecondaryContactItem, item)).map((one) => [one.id, one]));
  return lead.contactIds.flatMap((id) => found.get(id) ?? []);
}

function contactItemOf(one: SecondaryContact) {
  return { ...keys.leadContact.key(one.userId, one.id), ...toSecondaryContactItem(one) };
}
