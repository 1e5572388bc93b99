import { leadStatuses, type LeadStatus } from '#shared/calls/called-lead.ts';
import * as v from 'valibot';
import {
  LeadItem,
  SecondaryContactItem,
  type LeadFilter,
  type LeadStore,
  type LeadWithContacts,
} from '#shared/campaigns/lead.ts';
import { LeadRowItem } from '#shared/campaigns/lead-writes.ts';
import { readGroup, readGroups, sumOf } from '#shared/campaigns/lead-index.ts';
import { pageRange, type PageOf, type PageRequest } from '#shared/platform/http/lists.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import { batchRead, ItemKey, query, type Table } from '#shared/platform/table/table.ts';
import { remove } from '#shared/platform/table/write.ts';

const DELETES_AT_ONCE = 25;

/** Every list entry of a lead has its id. */
const ListedIdItem = v.object({ id: v.number() });

/** The part of the lead store that finds leads by filter, campaign or number. */
export function leadListsOf(table: Table): Pick<LeadStore, 'list' | 'listSomeIds' | 'listIdsByNumber' | 'deleteRest'> {
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

    async deleteRest(userId, campaignId, limit) {
      const scope = keys.leadIndex.ofCampaign(userId, campaignId);
      const { pk: numbers } = keys.campaignNumber(userId, campaignId, '');
      const found = await Promise.all(
        [numbers, scope, keys.leadIndex.counters(scope)].map((partition) =>
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
  userId: number,
  filter: LeadFilter,
  page: PageRequest,
): Promise<PageOf<LeadWithContacts>> {
  const { campaignId, phoneDigits, exceptCampaignIds = [] } = filter;
  if (campaignId !== undefined && exceptCampaignIds.includes(campaignId)) return { rows: [], total: 0 };
  const scope =
    campaignId === undefined ? keys.leadIndex.ofUser(userId) : keys.leadIndex.ofCampaign(userId, campaignId);
  const isInGroups = phoneDigits === undefined && (campaignId !== undefined || exceptCampaignIds.length === 0);
  const { start, end } = pageRange(page);
  if (isInGroups) {
    const { ids, total } = await findInGroups(table, scope, filter, { start, end });
    return { rows: await readLeads(table, userId, ids), total };
  }
  const ids = await findInRows(table, userId, scope, filter);
  return { rows: await readLeads(table, userId, ids.slice(start, end)), total: ids.length };
}

/** How often a list reads again when leads have changed between its reads. Afterwards it shows what it has. */
const MOST_READS = 5;

interface Positions {
  start: number;
  end: number;
}

/** The ids of a page. Reads the counters of all groups, then the groups that the dates cut and those that may contain the page. */
async function findInGroups(
  table: Table,
  scope: string,
  filter: LeadFilter,
  page: Positions,
): Promise<{ ids: number[]; total: number }> {
  for (let reads = 1; ; reads += 1) {
    const groups = await matchingGroups(table, scope, filter);
    const wanted = groupsToRead(groups, page);
    const found = new Map(
      await Promise.all(wanted.map(async ({ from }) => [from, await readGroup(table, scope, from)] as const)),
    );
    const isChanged = wanted.some(({ from, counts }) =>
      leadStatuses.some((one) => found.get(from)?.filter((lead) => lead.status === one).length !== counts[one]),
    );
    if (!isChanged || reads === MOST_READS) return showPage(groups, found, filter, page);
  }
}

/** The groups that may have leads of the filter, newest first. `isCut`: its dates leave out a part of the group. */
async function matchingGroups(table: Table, scope: string, { status, ...dates }: LeadFilter) {
  const { first, last } = idRange(dates);
  const groups = await readGroups(table, scope);
  const matching = groups.flatMap(({ from, counts }, index) => {
    const until = (groups[index + 1]?.from ?? Number.POSITIVE_INFINITY) - 1;
    const count = status === undefined ? sumOf(counts) : counts[status];
    const isOut = until < first || from > last;
    return isOut || count <= 0 ? [] : [{ from, counts, count, isCut: from < first || until > last }];
  });
  return matching.toReversed();
}

type MatchingGroups = Awaited<ReturnType<typeof matchingGroups>>;

/** The dates may cut the newest group so that the page is up to a group further back. */
function groupsToRead(groups: MatchingGroups, { start, end }: Positions) {
  const unsure = groups[0]?.isCut ? groups[0].count : 0;
  return overlapping(groups, { start, end: end + unsure }).filter(({ isInPage, isCut }) => isInPage || isCut);
}

function showPage(
  groups: MatchingGroups,
  found: ReadonlyMap<number, ReadonlyArray<{ id: number; status: LeadStatus }>>,
  { status, ...dates }: LeadFilter,
  page: Positions,
): { ids: number[]; total: number } {
  const { first, last } = idRange(dates);
  const parts = groups.map(({ from, count }) => {
    const listed = found
      .get(from)
      ?.filter((lead) => lead.id >= first && lead.id <= last && (status === undefined || lead.status === status));
    return { leads: listed ?? [], count: listed?.length ?? count };
  });
  const shown = overlapping(parts, page).filter(({ isInPage }) => isInPage);
  return {
    ids: shown.flatMap(({ leads, position }) =>
      leads.slice(Math.max(0, page.start - position), page.end - position).map(({ id }) => id),
    ),
    total: parts.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Where each part begins, counted from the newest lead, and whether it has any of the positions [start, end). */
function overlapping<Part extends { count: number }>(parts: readonly Part[], { start, end }: Positions) {
  let position = 0;
  return parts.map((part) => {
    const own = position;
    position += part.count;
    return { ...part, position: own, isInPage: own < end && position > start };
  });
}

/**
 * The ids of all leads that match, newest first. A part of a number can be anywhere in it, and deleted campaigns can be many, so
 * this reads a row of about 130 bytes for each lead within the dates.
 */
async function findInRows(table: Table, userId: number, scope: string, filter: LeadFilter): Promise<number[]> {
  const { campaignId, phoneDigits, status } = filter;
  const { first, last } = idRange(filter);
  if (first > last) return [];
  const partition =
    campaignId === undefined ? keys.leadRow.partition(userId) : keys.leadRowOfCampaign.partition(userId, campaignId);
  const where = expr`sk BETWEEN ${sortableId(first)} AND ${sortableId(last)}`;
  const matching = phoneDigits === undefined ? undefined : expr`contains(phoneNumber, ${phoneDigits})`;
  const [rows, inStatus] = await Promise.all([
    query(table, { partition, where, filter: matching, newestFirst: true }, LeadRowItem),
    status === undefined ? undefined : idsInStatus(table, scope, status),
  ]);
  // Not in the filter expression, which has at most 4 KB: that is about 200 deleted campaigns that are not empty yet.
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters
  const hidden = new Set(filter.exceptCampaignIds);
  return rows.flatMap((row) => (!hidden.has(row.campaignId) && (inStatus?.has(row.id) ?? true) ? [row.id] : []));
}

async function idsInStatus(table: Table, scope: string, status: LeadStatus): Promise<ReadonlySet<number>> {
  const groups = await readGroups(table, scope);
  const leads = await Promise.all(groups.map(({ from }) => readGroup(table, scope, from)));
  return new Set(leads.flat().flatMap((lead) => (lead.status === status ? [lead.id] : [])));
}

function idRange({ from, before }: LeadFilter): { first: number; last: number } {
  return {
    first: from === undefined ? 0 : idAt(from),
    last: before === undefined ? Number.MAX_SAFE_INTEGER : idAt(before) - 1,
  };
}

function idAt(time: number): number {
  return Math.min(firstRecordIdAt(time), Number.MAX_SAFE_INTEGER);
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
