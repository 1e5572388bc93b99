import { leadStatuses, type LeadStatus } from '#shared/calls/called-lead.ts';
import { leadListsOf } from '#shared/campaigns/lead-list.ts';
import {
  CampaignLeadItem,
  contactItemOf,
  indexChangesOf,
  leadItemOf,
  leaveCampaign,
  leaveLists,
  moveInCampaign,
  moveInLists,
  replaceLead,
} from '#shared/campaigns/lead-writes.ts';
import {
  finalLeadStatuses,
  LeadItem,
  SecondaryContactItem,
  type LeadStore,
  type Lead,
  type SecondaryContact,
} from '#shared/campaigns/lead.ts';
import {
  countInCampaign,
  countOlderContact,
  moveContactCount,
  moveNumberCounts,
  removeContact,
  takenAmong,
} from '#shared/campaigns/number-counts.ts';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { createGroupIndex, groupSizes, type GroupSizes } from '#shared/platform/table/page-index-groups.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import { transact } from '#shared/platform/table/write.ts';

const LEAD = 0;

export const createLeadIndex = (table: Table, sizes: GroupSizes = groupSizes) =>
  createGroupIndex(table, leadStatuses, sizes);

export function createDynamoDbLeadStore(table: Table, sizes?: GroupSizes): LeadStore {
  const index = createLeadIndex(table, sizes);
  return {
    // At most 30 items, with ten contacts. A request has at most 256 KB, so they stay below the 4 MB of a transaction.
    async create(lead, contacts) {
      const numbers = moveNumberCounts(undefined, { lead, contacts });
      const failed = await index.transact(indexChangesOf(undefined, lead), [
        { put: leadItemOf(lead), condition: absent },
        ...numbers,
        ...moveInCampaign(undefined, lead),
        ...moveInLists(undefined, lead),
        ...contacts.map((one) => ({ put: contactItemOf(one), condition: absent })),
      ]);
      if (failed.length === 0) return 'created';
      return takenAmong(failed, numbers, 1, lead) ?? 'id_taken';
    },

    get: (userId, leadId) => read(table, keys.lead.key(userId, leadId), LeadItem),

    listContacts: (lead) => readContacts(table, lead),

    async replace(before, after) {
      const isMoved = before.campaignId !== after.campaignId;
      const contacts = isMoved ? await readContacts(table, before) : [];
      const counted = countInCampaign(contacts, after.campaignId);
      const writes = replaceLead(before, after);
      const numbers = moveNumberCounts({ lead: before, contacts }, { lead: after, contacts: counted });
      const failed = await index.transact(indexChangesOf(before, after), [
        ...writes,
        ...numbers,
        ...contacts.map((contact) => moveContactCount(contact, after.campaignId)),
      ]);
      if (failed.length === 0) return 'replaced';
      if (failed.includes(LEAD)) return 'conflict';
      return takenAmong(failed, numbers, writes.length, after) ?? 'conflict';
    },

    async remove(lead) {
      const contacts = await readContacts(table, lead);
      const found = new Map(contacts.map((contact) => [contact.id, contact]));
      const failed = await index.transact(indexChangesOf(lead, undefined), [
        { remove: keys.lead.key(lead.userId, lead.id), condition: { version: lead.version } },
        ...moveNumberCounts({ lead, contacts }, undefined),
        ...leaveCampaign(lead),
        ...leaveLists(lead),
        ...lead.contactIds.map((id) => removeContact(lead.userId, id, found.get(id))),
      ]);
      return failed.length === 0 ? 'removed' : 'conflict';
    },

    ...countsOf(table),

    ...enteringOf(index),

    ...campaignQueueOf(table),

    ...leadListsOf(table, index),
  };
}

function enteringOf(index: ReturnType<typeof createLeadIndex>): Pick<LeadStore, 'enterLists'> {
  return {
    async enterLists(lead) {
      const changes = indexChangesOf(undefined, lead).map((change) => ({ ...change, isOlder: true }));
      const { version, status } = lead;
      const failed = await index.transact(changes, [
        { update: keys.lead.key(lead.userId, lead.id), set: { version }, condition: { version, status } },
      ]);
      if (failed.length === 0) return 'entered';
      return failed.includes(LEAD) ? 'conflict' : 'known';
    },
  };
}

function countsOf(table: Table): Pick<LeadStore, 'countContact'> {
  return {
    async countContact(lead, contact) {
      const failed = await transact(table, countOlderContact(lead, contact));
      if (failed.length === 0) return 'counted';
      // Another worker may have counted it.
      return failed.includes(1) ? 'conflict' : 'taken';
    },
  };
}

/** Created in one millisecond, so the range of their ids has almost no other contacts. */
async function readContacts(table: Table, { userId, contactIds }: Lead): Promise<SecondaryContact[]> {
  if (contactIds.length === 0) return [];
  const where = expr`sk BETWEEN ${sortableId(Math.min(...contactIds))} AND ${sortableId(Math.max(...contactIds))}`;
  const contacts = await query(table, { partition: keys.leadContact.partition(userId), where }, SecondaryContactItem);
  const found = new Map(contacts.map((one) => [one.id, one]));
  return contactIds.flatMap((id) => found.get(id) ?? []);
}

function campaignQueueOf(table: Table): Pick<LeadStore, 'listIds' | 'listDue' | 'campaignProgress'> {
  return {
    async listIds(userId, campaignId, status) {
      return (await leadsInStatus(table, { userId, campaignId, status })).map(({ id }) => id);
    },

    async listDue(userId, campaignId, now, limit) {
      const due = await leadsInStatus(table, { userId, campaignId, status: 'rescheduled', limit, dueBy: now });
      if (due.length >= limit) return due.map(({ id }) => id);
      const rest = limit - due.length;
      const fresh = await leadsInStatus(table, { userId, campaignId, status: 'created', limit: rest });
      return [...due, ...fresh].map(({ id }) => id);
    },

    async campaignProgress(userId, campaignId) {
      const first = (status: LeadStatus) => leadsInStatus(table, { userId, campaignId, status, limit: 1 });
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
  limit?: number;
  /** Epoch milliseconds. */
  dueBy?: number;
}

function leadsInStatus(table: Table, { userId, campaignId, status, limit, dueBy }: LeadsInStatus) {
  const from = keys.campaignLead.status(status);
  const where =
    dueBy === undefined
      ? expr`begins_with(sk, ${from})`
      : expr`sk BETWEEN ${from} AND ${keys.campaignLead.dueBy(status, dueBy)}`;
  return query(table, { partition: keys.campaignLead.partition(userId, campaignId), where, limit }, CampaignLeadItem);
}
