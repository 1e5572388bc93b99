import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { finalLeadStatuses, type LeadStatus } from '#shared/domain/lead/lead.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import { CampaignLeadItem } from '#shared/table/items/lead-item.ts';
import { keys } from '#shared/table/keys.ts';

/** The part of the lead store that knows who of a campaign comes next. */
export function campaignQueueOf(table: Table): Pick<LeadStore, 'listIds' | 'listDue' | 'outlook'> {
  return {
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
      const [[calling], [fresh], [waiting], ...finished] = await Promise.all([
        first('processing'),
        first('created'),
        first('rescheduled'),
        ...finalLeadStatuses.map(first),
      ]);
      return {
        isCalling: calling !== undefined,
        hasFinished: finished.some(([one]) => one !== undefined),
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
