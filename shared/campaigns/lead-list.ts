import * as v from 'valibot';
import type { LeadStatus } from '#shared/calls/called-lead.ts';
import { LeadRowItem } from '#shared/campaigns/lead-writes.ts';
import {
  LeadItem,
  SecondaryContactItem,
  type LeadFilter,
  type LeadStore,
  type LeadWithContacts,
} from '#shared/campaigns/lead.ts';
import { lastIdOf, pageRange, type PageOf, type PageRequest } from '#shared/platform/http/lists.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { IndexedList, PageIndex } from '#shared/platform/table/page-index.ts';
import { batchRead, ItemKey, query, type Table } from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import { remove } from '#shared/platform/table/write.ts';

const DELETES_AT_ONCE = 25;

const ListedIdItem = v.object({ id: v.number() });

type LeadIndex = PageIndex<LeadStatus>;

export function leadListsOf(
  table: Table,
  index: LeadIndex,
): Pick<LeadStore, 'list' | 'listWaitingIds' | 'getSome' | 'listSomeIds' | 'listIdsByNumber' | 'deleteRest'> {
  return {
    list: (userId, filter, page) => listLeads(table, index, userId, filter, page),

    async listWaitingIds(userId, campaignId, page) {
      const { start, end } = pageRange(page);
      const waiting = (label: LeadStatus) =>
        index.find(listOf(userId, campaignId), { label, last: lastIdOf(page), start: 0, end });
      const found = await Promise.all([waiting('created'), waiting('rescheduled')]);
      const ids = found.flatMap((part) => part.ids).toSorted((one, other) => other - one);
      return { ids: ids.slice(start, end), total: found.reduce((sum, { total }) => sum + total, 0) };
    },

    getSome: (userId, leadIds) => readLeads(table, userId, leadIds),

    async listSomeIds(userId, campaignId, limit) {
      const partition = keys.leadRowOfCampaign.partition(userId, campaignId);
      return (await query(table, { partition, limit }, ListedIdItem)).map(({ id }) => id);
    },

    async listIdsByNumber(userId, e164) {
      const partition = keys.leadOfNumber.partition(userId, e164);
      return (await query(table, { partition }, ListedIdItem)).map(({ id }) => id);
    },

    async deleteRest(userId, campaignId, limit) {
      const { partition: ofIndex } = listOf(userId, campaignId);
      const { pk: numbers } = keys.campaignNumber(userId, campaignId, '');
      const found = await Promise.all(
        [numbers, ofIndex, keys.groupIndex.counters(ofIndex)].map((partition) =>
          query(table, { partition, limit }, ItemKey),
        ),
      );
      const left = found.flat();
      for (let start = 0; start < left.length; start += DELETES_AT_ONCE) {
        await Promise.all(left.slice(start, start + DELETES_AT_ONCE).map((key) => remove(table, key)));
      }
      return left.length;
    },
  };
}

async function listLeads(
  table: Table,
  index: LeadIndex,
  userId: number,
  filter: LeadFilter,
  page: PageRequest,
): Promise<PageOf<LeadWithContacts>> {
  const { campaignId, phoneDigits, status, exceptCampaignIds = [] } = filter;
  if (campaignId !== undefined && exceptCampaignIds.includes(campaignId)) return { rows: [], total: 0 };
  const isIndexed = phoneDigits === undefined && (campaignId !== undefined || exceptCampaignIds.length === 0);
  const { start, end } = pageRange(page);
  if (!isIndexed) {
    const ids = await findInRows(table, index, { userId, filter, page });
    return { rows: await readLeads(table, userId, ids.slice(start, end)), total: ids.length };
  }
  const wanted = { label: status, ...idRange(filter, page), start, end };
  const { ids, total } = await index.find(listOf(userId, campaignId), wanted);
  return { rows: await readLeads(table, userId, ids), total };
}

function listOf(userId: number, campaignId: number | undefined) {
  const { ofLeads, ofCampaignLeads } = keys.pageIndex;
  return { partition: campaignId === undefined ? ofLeads(userId) : ofCampaignLeads(userId, campaignId) };
}

interface ListedLeads {
  userId: number;
  filter: LeadFilter;
  page: PageRequest;
}

/** A part of a number can be anywhere, and deleted campaigns can be many: reads 130 bytes per lead within the dates. */
async function findInRows(table: Table, index: LeadIndex, { userId, filter, page }: ListedLeads): Promise<number[]> {
  const { campaignId, phoneDigits, status } = filter;
  const { first, last } = idRange(filter, page);
  if (first > last) return [];
  const partition =
    campaignId === undefined ? keys.leadRow.partition(userId) : keys.leadRowOfCampaign.partition(userId, campaignId);
  const where = expr`sk BETWEEN ${sortableId(first)} AND ${sortableId(last)}`;
  const matching = phoneDigits === undefined ? undefined : expr`contains(phoneNumber, ${phoneDigits})`;
  const [rows, inStatus] = await Promise.all([
    query(table, { partition, where, filter: matching, newestFirst: true }, LeadRowItem),
    status === undefined ? undefined : idsInStatus(index, listOf(userId, campaignId), status),
  ]);
  // Not in the filter expression, which has at most 4 KB: that is about 200 deleted campaigns that are not empty yet.
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters
  const hidden = new Set(filter.exceptCampaignIds);
  return rows.flatMap((row) => (!hidden.has(row.campaignId) && (inStatus?.has(row.id) ?? true) ? [row.id] : []));
}

async function idsInStatus(index: LeadIndex, list: IndexedList, label: LeadStatus): Promise<ReadonlySet<number>> {
  return new Set((await index.find(list, { label, start: 0, end: Number.POSITIVE_INFINITY })).ids);
}

function idRange({ from, before }: LeadFilter, page: PageRequest): { first: number; last: number } {
  return {
    first: from === undefined ? 0 : idAt(from),
    last: Math.min(lastIdOf(page), before === undefined ? Number.MAX_SAFE_INTEGER : idAt(before) - 1),
  };
}

function idAt(time: number): number {
  return Math.min(firstRecordIdAt(time), Number.MAX_SAFE_INTEGER);
}

/** Two round trips. Leads that were removed in between are left out. */
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
