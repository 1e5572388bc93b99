import * as v from 'valibot';
import type { LeadFilter } from '#shared/campaigns/lead-api.ts';
import type { LeadStore } from '#shared/campaigns/lead-store.ts';
import { LeadRowItem } from '#shared/campaigns/lead-writes.ts';
import { LeadItem, SecondaryContactItem, type LeadWithContacts } from '#shared/campaigns/lead.ts';
import { pageRange, type PageOf, type PageRequest } from '#shared/platform/http/pagination.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { allOf, expr, type Expression } from '#shared/platform/table/expressions.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import { batchRead, query, type Table } from '#shared/platform/table/table.ts';
import { remove } from '#shared/platform/table/write.ts';

const DELETES_AT_ONCE = 25;

/** Every list entry of a lead has its id. */
const ListedIdItem = v.object({ id: v.number() });
const StoredKey = v.object({ pk: v.string(), sk: v.string() });

/** The part of the lead store that finds leads by filter, campaign or number. */
export function leadListsOf(
  table: Table,
): Pick<LeadStore, 'list' | 'listSomeIds' | 'listIdsByNumber' | 'deleteNumberCounts'> {
  return {
    list: (userId, filter, page) => listLeads(table, userId, filter, page),

    async listSomeIds(userId, campaignId, limit) {
      const partition = keys.leadRowOfCampaign.partition(userId, campaignId);
      return (await query(table, { partition, limit }, ListedIdItem)).map(({ id }) => id);
    },

    async listIdsByNumber(userId, e164) {
      const partition = keys.leadOfNumber.partition(userId, e164);
      return (await query(table, { partition }, ListedIdItem)).map(({ id }) => id);
    },

    async deleteNumberCounts(userId, campaignId, limit) {
      const { pk: partition } = keys.campaignNumber(userId, campaignId, '');
      const counts = await query(table, { partition, limit }, StoredKey);
      for (let start = 0; start < counts.length; start += DELETES_AT_ONCE) {
        await Promise.all(counts.slice(start, start + DELETES_AT_ONCE).map((key) => remove(table, key)));
      }
      return counts.length;
    },
  };
}

/**
 * Reads a row of about 150 bytes for each lead of the campaign or user within the dates, and whole leads only for the
 * page.
 */
async function listLeads(
  table: Table,
  userId: number,
  filter: LeadFilter,
  page: PageRequest,
): Promise<PageOf<LeadWithContacts>> {
  const rows = await readRows(table, userId, filter);
  const { start, end } = pageRange(page);
  const ids = rows.slice(start, end).map(({ id }) => id);
  return { rows: await readLeads(table, userId, ids), total: rows.length };
}

async function readRows(table: Table, userId: number, filter: LeadFilter) {
  const { campaignId, from, before } = filter;
  const first = from === undefined ? 0 : idAt(from);
  const last = before === undefined ? Number.MAX_SAFE_INTEGER : idAt(before) - 1;
  if (first > last) return [];
  const partition =
    campaignId === undefined ? keys.leadRow.partition(userId) : keys.leadRowOfCampaign.partition(userId, campaignId);
  const where = expr`sk BETWEEN ${sortableId(first)} AND ${sortableId(last)}`;
  const rows = await query(table, { partition, where, filter: toCondition(filter), newestFirst: true }, LeadRowItem);
  // Not in the filter expression, which has at most 4 KB: that is about 200 deleted campaigns that are not empty yet.
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters
  const hidden = new Set(filter.exceptCampaignIds);
  return hidden.size === 0 ? rows : rows.filter((row) => !hidden.has(row.campaignId));
}

function idAt(time: number): number {
  return Math.min(firstRecordIdAt(time), Number.MAX_SAFE_INTEGER);
}

function toCondition({ status, phoneDigits }: LeadFilter): Expression | undefined {
  const conditions: Expression[] = [];
  if (status !== undefined) conditions.push(expr`status = ${status}`);
  if (phoneDigits !== undefined) conditions.push(expr`contains(phoneNumber, ${phoneDigits})`);
  return conditions.length === 0 ? undefined : allOf(conditions);
}

/** Reads leads with their contacts in two round trips. Leads that were removed in between are left out. */
async function readLeads(table: Table, userId: number, ids: readonly number[]): Promise<LeadWithContacts[]> {
  const leadKeys = ids.map((id) => keys.lead.key(userId, id));
  const foundLeads = await batchRead(table, leadKeys);
  const leads = leadKeys.flatMap((key) => foundLeads.get(key, LeadItem) ?? []);
  const contactKey = (id: number) => keys.leadContact.key(userId, id);
  const contactIds = leads.flatMap((lead) => lead.contactIds);
  const foundContacts = await batchRead(table, contactIds.map(contactKey));
  return leads.map((lead) => ({
    lead,
    contacts: lead.contactIds.flatMap((id) => foundContacts.get(contactKey(id), SecondaryContactItem) ?? []),
  }));
}
