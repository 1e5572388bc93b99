import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { moveInCampaign, moveNumberCount } from '#shared/adapters/dynamodb/move-lead.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { Lead, LeadStatus, SecondaryContact } from '#shared/domain/lead/lead.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import {
  CampaignLeadItem,
  LeadItem,
  SecondaryContactItem,
  toLeadItem,
  toSecondaryContactItem,
} from '#shared/table/items/lead-item.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

/** Positions in the transactions below. */
const HEAD = 0;
const NUMBER = 1;

export function createDynamoDbLeadStore(table: Table): LeadStore {
  const { client, tableName: TableName } = table;
  return {
    // 13 items with ten contacts. Their variables come from one request of 256 KB, so they stay below the 4 MB of a transaction.
    async create(lead, contacts) {
      const ConditionExpression = 'attribute_not_exists(pk)';
      const failed = await transact(table, [
        { Put: { TableName, Item: itemOf(lead), ConditionExpression } },
        ...moveNumberCount(table, undefined, lead),
        ...moveInCampaign(table, undefined, lead),
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
            Item: itemOf(after),
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':version': before.version },
          },
        },
        ...moveNumberCount(table, before, after),
        ...moveInCampaign(table, before, after),
      ]);
      if (failed.length === 0) return 'replaced';
      return failed.includes(HEAD) ? 'conflict' : 'number_taken';
    },

    async listIds(userId, campaignId, status) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :status)',
        ExpressionAttributeValues: {
          ':pk': keys.campaignLead.partition(userId, campaignId),
          ':status': keys.campaignLead.status(status),
        },
      });
      return items.map((item) => v.parse(CampaignLeadItem, item).id);
    },

    async listDue(userId, campaignId, now, limit) {
      const due = await firstLeads(table, { userId, campaignId, status: 'rescheduled', limit, dueBy: now });
      if (due.length >= limit) return due.map(({ id }) => id);
      const fresh = await firstLeads(table, { userId, campaignId, status: 'created', limit: limit - due.length });
      return [...due, ...fresh].map(({ id }) => id);
    },

    async outlook(userId, campaignId) {
      const first = (status: LeadStatus) => firstLeads(table, { userId, campaignId, status, limit: 1 });
      const [[calling], [fresh], [waiting]] = await Promise.all([
        first('processing'),
        first('created'),
        first('rescheduled'),
      ]);
      return {
        isCalling: calling !== undefined,
        nextAttemptAt: fresh ? 0 : waiting ? (waiting.nextAttemptAt ?? 0) : null,
      };
    },
  };
}

interface LeadsInStatus {
  userId: number;
  campaignId: number;
  status: LeadStatus;
  limit: number;
  dueBy?: number;
}

async function firstLeads({ client, tableName: TableName }: Table, wanted: LeadsInStatus) {
  const { userId, campaignId, status, limit, dueBy } = wanted;
  const from = keys.campaignLead.status(status);
  // The last character that a key of this status can go on with is a digit.
  const to = dueBy === undefined ? `${from}~` : keys.campaignLead.dueBy(status, dueBy);
  const { Items } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': keys.campaignLead.partition(userId, campaignId), ':from': from, ':to': to },
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return (Items ?? []).map((item) => v.parse(CampaignLeadItem, item));
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

function itemOf(lead: Lead) {
  return { ...keys.lead.key(lead.userId, lead.id), ...toLeadItem(lead) };
}

function contactItemOf(one: SecondaryContact) {
  return { ...keys.leadContact.key(one.userId, one.id), ...toSecondaryContactItem(one) };
}
