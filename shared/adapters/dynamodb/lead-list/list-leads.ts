import * as v from 'valibot';
import { batchGet } from '#shared/adapters/dynamodb/batch-get.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { firstRecordIdAt } from '#shared/domain/ids/record-id.ts';
import type { LeadFilter } from '#shared/domain/lead/lead-filter.ts';
import type { Lead, LeadWithContacts } from '#shared/domain/lead/lead.ts';
import { pageRange, type PageOf, type PageRequest } from '#shared/platform/http/pagination.ts';
import { LeadItem, SecondaryContactItem } from '#shared/table/items/lead-item.ts';
import { LeadRowItem } from '#shared/table/items/lead-row-item.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

/** One page, newest first. Reads a row of some 150 bytes for every lead of the campaign or user within the dates, and whole leads for the page only. */
export async function listLeads(
  table: Table,
  userId: number,
  filter: LeadFilter,
  page: PageRequest,
): Promise<PageOf<LeadWithContacts>> {
  const rows = await readRows(table, userId, filter);
  const { start, end } = pageRange(page);
  const ids = rows.slice(start, end).map((row) => v.parse(LeadRowItem, row).id);
  return { rows: await readLeads(table, userId, ids), total: rows.length };
}

async function readRows(table: Table, userId: number, filter: LeadFilter): Promise<Record<string, unknown>[]> {
  const { campaignId, from, before } = filter;
  const first = from === undefined ? 0 : idAt(from);
  const last = before === undefined ? Number.MAX_SAFE_INTEGER : idAt(before) - 1;
  if (first > last) return [];
  const { expression, values } = conditions(filter);
  return queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ...(expression !== '' && { FilterExpression: expression, ExpressionAttributeNames: namesIn(expression) }),
    ExpressionAttributeValues: {
      ...values,
      ':pk':
        campaignId === undefined
          ? keys.leadRow.partition(userId)
          : keys.leadRowOfCampaign.partition(userId, campaignId),
      ':first': sortableId(first),
      ':last': sortableId(last),
    },
    ScanIndexForward: false,
  });
}

function idAt(time: number): number {
  return Math.min(firstRecordIdAt(time), Number.MAX_SAFE_INTEGER);
}

function conditions({ status, phoneDigits, exceptCampaignIds = [] }: LeadFilter) {
  const parts: string[] = [];
  const values: Record<string, unknown> = {};
  if (status !== undefined) {
    parts.push('#status = :status');
    values[':status'] = status;
  }
  if (phoneDigits !== undefined) {
    parts.push('contains(#phone, :digits)');
    values[':digits'] = phoneDigits;
  }
  for (const [index, id] of exceptCampaignIds.entries()) {
    parts.push(`#campaign <> :except${index}`);
    values[`:except${index}`] = id;
  }
  return { expression: parts.join(' AND '), values };
}

function namesIn(expression: string): Record<string, string> {
  const names = { '#status': 'status', '#phone': 'phoneNumber', '#campaign': 'campaignId' };
  return Object.fromEntries(Object.entries(names).filter(([name]) => expression.includes(name)));
}

/** These leads with their contacts, in two round trips; one that has been removed meanwhile is missing. */
export async function readLeads(table: Table, userId: number, ids: readonly number[]): Promise<LeadWithContacts[]> {
  const leadKey = (id: number) => keys.lead.key(userId, id);
  const contactKey = (id: number) => keys.leadContact.key(userId, id);
  const found = await batchGet(table, ids.map(leadKey));
  const leads = ids.flatMap((id): Lead[] => {
    const item = found.get(leadKey(id));
    return item ? [v.parse(LeadItem, item)] : [];
  });
  const contactIds = leads.flatMap((lead) => lead.contactIds);
  const contacts = await batchGet(table, contactIds.map(contactKey));
  return leads.map((lead) => ({
    lead,
    contacts: lead.contactIds.flatMap((id) => {
      const item = contacts.get(contactKey(id));
      return item ? [v.parse(SecondaryContactItem, item)] : [];
    }),
  }));
}
