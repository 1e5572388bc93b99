import type { LeadStatus } from '#shared/calls/called-lead.ts';
import type { Campaign, CampaignStore } from '#shared/campaigns/campaign.ts';
import type { CallSlots, DialerStore } from '#shared/campaigns/dialler.ts';
import { MOST_CAMPAIGNS } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import {
  finalLeadStatuses,
  type Lead,
  type LeadFilter,
  type SecondaryContact,
  type LeadStore,
} from '#shared/campaigns/lead.ts';
import { withPositions, type DoNotCallEntry, type DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { shardsOf } from '#shared/platform/timer/timer.ts';
import { createRows, pageOf } from '#test/support/memory/rows.ts';

export function createMemoryCampaignStore(campaigns: Campaign[] = []): CampaignStore {
  const table = createRows(campaigns);
  const deleted = new Set<string>();
  const nameOf = ({ userId, id }: Pick<Campaign, 'userId' | 'id'>) => `${userId}.${id}`;
  const isThere = (campaign: Campaign | undefined) => campaign !== undefined && !deleted.has(nameOf(campaign));
  return {
    async add(campaign) {
      if (table.has(campaign)) return 'id_taken';
      if (table.ofUser(campaign.userId).filter(isThere).length >= MOST_CAMPAIGNS) return 'too_many';
      table.add(campaign);
      return 'added';
    },
    async get(userId, campaignId) {
      const campaign = table.find(userId, campaignId);
      return isThere(campaign) ? structuredClone(campaign) : undefined;
    },
    list: async (userId) => structuredClone(table.ofUser(userId).filter(isThere)),
    getSome: async (userId, ids) =>
      structuredClone(table.ofUser(userId).filter((one) => isThere(one) && ids.includes(one.id))),
    replace: async (before, after) => (isThere(before) && table.replace(before, after) ? 'replaced' : 'conflict'),
    async listInProgress(share) {
      const shards = shardsOf(keys.runningCampaign.shards, share);
      const isOwn = ({ id }: Campaign) => shards.includes(id % keys.runningCampaign.shards);
      const running = campaigns.filter((campaign) => campaign.status === 'in-progress' && isOwn(campaign));
      return running.map(({ userId, id: campaignId }) => ({ userId, campaignId }));
    },
    async markDeleted(userId, campaignId) {
      if (!table.has({ userId, id: campaignId })) return 'not_found';
      deleted.add(nameOf({ userId, id: campaignId }));
      return 'marked';
    },
    async listDeleted(userId) {
      const gone = table.ofUser(userId).filter((campaign) => !isThere(campaign));
      return gone.map(({ id }) => id);
    },
    async remove(userId, campaignId) {
      const campaign = table.find(userId, campaignId);
      if (campaign && deleted.delete(nameOf(campaign))) table.remove(campaign);
    },
  };
}

export function createMemoryDoNotCallStore(entries: DoNotCallEntry[] = []): DoNotCallStore {
  const optOuts = new Map<string, { messageId: string; sentAt: number }>();
  const erased = new Map<string, { source: DoNotCallEntry['source']; sentAt: number }>();
  const find = (userId: number, e164: string) =>
    entries.find((entry) => entry.userId === userId && entry.phoneNumber === e164);
  return {
    async add(entry) {
      if (find(entry.userId, entry.phoneNumber)) return 'exists';
      entries.push(structuredClone(entry));
      return 'added';
    },
    async remove(userId, e164) {
      const entry = find(userId, e164);
      const wasErased = erased.delete(`${userId} ${e164}`);
      if (!entry) return wasErased ? 'removed' : 'not_found';
      entries.splice(entries.indexOf(entry), 1);
      return 'removed';
    },
    async applyOptOut({ userId, phoneNumber, wish, messageId, sentAt }, at) {
      const name = `${userId} ${phoneNumber}`;
      const last = optOuts.get(name);
      if (last?.messageId === messageId) return 'repeated';
      if (last && (wish === 'stop' ? sentAt < last.sentAt : sentAt <= last.sentAt)) return 'outdated';
      optOuts.set(name, { messageId, sentAt });
      const entry = find(userId, phoneNumber);
      if (wish === 'stop' && !entry) entries.push({ userId, phoneNumber, source: 'sms', reason: null, createdAt: at });
      if (wish === 'start' && entry?.source === 'sms') entries.splice(entries.indexOf(entry), 1);
      const kept = erased.get(name);
      if (wish === 'start' && kept?.source === 'sms' && kept.sentAt < sentAt) erased.delete(name);
      return 'applied';
    },
    get: async (userId, e164) => structuredClone(find(userId, e164)),
    has: async (userId, e164) => find(userId, e164) !== undefined || erased.has(`${userId} ${e164}`),
    hasErased: async (userId, e164) => erased.has(`${userId} ${e164}`),
    async erase(userId, e164) {
      const name = `${userId} ${e164}`;
      const entry = find(userId, e164);
      if (entry) {
        entries.splice(entries.indexOf(entry), 1);
        erased.set(name, { source: entry.source, sentAt: optOuts.get(name)?.sentAt ?? -1 });
      }
      optOuts.delete(name);
      return erased.has(name) ? 'erased' : 'not_listed';
    },
    async list(userId, page) {
      const own = entries.filter((entry) => entry.userId === userId);
      return pageOf(withPositions(own), page);
    },
  };
}

export function createMemoryLeadStore(leads: Lead[] = [], contacts: SecondaryContact[] = []): LeadStore {
  const table = createRows(leads);
  const contactTable = createRows(contacts);
  const contactsOf = ({ userId, contactIds }: Lead) => contactIds.flatMap((id) => contactTable.find(userId, id) ?? []);
  const isTaken = (lead: Lead, phoneNumber: string) =>
    table
      .ofUser(lead.userId)
      .some(
        (other) =>
          other.id !== lead.id &&
          ((other.campaignId === lead.campaignId && other.phoneNumber === phoneNumber) ||
            contactsOf(other).some((one) => one.countedIn === lead.campaignId && one.phoneNumber === phoneNumber)),
      );
  const takenOf = (lead: Lead, added: readonly SecondaryContact[], isMainNew = true) => {
    if (lead.allowDuplicate) return undefined;
    if (isMainNew && isTaken(lead, lead.phoneNumber)) return 'number_taken';
    const takenContacts = added.flatMap(({ phoneNumber, countedIn }) =>
      countedIn === lead.campaignId && isTaken(lead, phoneNumber) ? [phoneNumber] : [],
    );
    return takenContacts.length > 0 ? { takenContacts } : undefined;
  };
  return {
    async create(lead, added) {
      const taken = takenOf(lead, added);
      if (taken) return taken;
      if (table.has(lead) || added.some(contactTable.has)) return 'id_taken';
      table.add(lead);
      contactTable.add(...added);
      return 'created';
    },
    get: table.get,
    listContacts: async (lead) => structuredClone(contactsOf(lead)),
    async replace(before, after) {
      if (!table.unchanged(before)) return 'conflict';
      const isMoved = before.campaignId !== after.campaignId;
      const counted = isMoved ? contactsOf(before).map((one) => ({ ...one, countedIn: after.campaignId })) : [];
      const taken = takenOf(after, counted, isMoved || before.phoneNumber !== after.phoneNumber);
      if (taken) return taken;
      for (const contact of counted) contactTable.replace(contact, contact);
      return table.replace(before, after) ? 'replaced' : 'conflict';
    },
    async countContact(lead, contact) {
      if (contactTable.find(lead.userId, contact.id)?.countedIn !== contact.countedIn) return 'conflict';
      if (isTaken(lead, contact.phoneNumber)) return 'taken';
      contactTable.replace(contact, { ...contact, countedIn: lead.campaignId });
      return 'counted';
    },
    async remove(lead) {
      if (!table.remove(lead)) return 'conflict';
      for (const contact of contactsOf(lead)) contactTable.remove(contact);
      return 'removed';
    },
    enterLists: async () => 'known',
    async list(userId, filter, page) {
      const found = table.ofUser(userId).filter((lead) => matchesLead(lead, filter));
      const { rows, total } = pageOf(found.toReversed(), page);
      return { rows: rows.map((lead) => ({ lead, contacts: structuredClone(contactsOf(lead)) })), total };
    },
    async listWaitingIds(userId, campaignId, page) {
      const isWaiting = (lead: Lead) =>
        lead.campaignId === campaignId && (lead.status === 'created' || lead.status === 'rescheduled');
      const { rows, total } = pageOf(table.ofUser(userId).filter(isWaiting).toReversed(), page);
      return { ids: rows.map(({ id }) => id), total };
    },
    async getSome(userId, leadIds) {
      const found = leadIds.flatMap((id) => table.find(userId, id) ?? []);
      return structuredClone(found.map((lead) => ({ lead, contacts: contactsOf(lead) })));
    },
    async listSomeIds(userId, campaignId, limit) {
      const found = table.ofUser(userId).filter((lead) => lead.campaignId === campaignId);
      return found.slice(0, limit).map(({ id }) => id);
    },
    // It counts by looking.
    deleteRest: async () => 0,
    async listIdsByNumber(userId, e164) {
      const found = table.ofUser(userId).filter((lead) => lead.phoneNumber === e164);
      return found.map(({ id }) => id);
    },
    ...callingOrder(leads),
  };
}

function callingOrder(leads: readonly Lead[]): Pick<LeadStore, 'listIds' | 'listDue' | 'campaignProgress'> {
  const dueAt = (lead: Lead) => (lead.status === 'rescheduled' ? (lead.dialing.nextAttemptAt ?? 0) : 0);
  const inCampaign = (userId: number, campaignId: number, status: LeadStatus) =>
    leads
      .filter((lead) => lead.userId === userId && lead.campaignId === campaignId && lead.status === status)
      .toSorted((one, other) => dueAt(one) - dueAt(other) || one.id - other.id);
  return {
    listIds: async (...of) => inCampaign(...of).map((lead) => lead.id),
    async listDue(userId, campaignId, now, limit) {
      const due = inCampaign(userId, campaignId, 'rescheduled').filter((lead) => dueAt(lead) <= now);
      return [...due, ...inCampaign(userId, campaignId, 'created')].slice(0, limit).map((lead) => lead.id);
    },
    async campaignProgress(userId, campaignId) {
      const [isNew] = inCampaign(userId, campaignId, 'created');
      const [next] = inCampaign(userId, campaignId, 'rescheduled');
      return {
        isCalling: inCampaign(userId, campaignId, 'processing').length > 0,
        hasFinished: finalLeadStatuses.some((status) => inCampaign(userId, campaignId, status).length > 0),
        nextAttemptAt: isNew ? 0 : next ? dueAt(next) : null,
      };
    },
  };
}

/** Its leads are those of the given store: an attempt begins on both together. */
export function createMemoryDialerStore(leads: LeadStore): DialerStore {
  const users = new Map<number, CallSlots>();
  const outcomes = new Map<string, Array<{ from: number; isFailure: boolean }>>();
  const runs = new Map<number, { wanted: number; owner: string; until: number }>();
  const slotsOf = (userId: number) => users.get(userId) ?? { slots: [], version: 0 };
  const campaignOf = ({ userId, campaignId }: { userId: number; campaignId: number }) => `${userId}.${campaignId}`;
  return {
    getCallSlots: async (userId) => structuredClone(slotsOf(userId)),
    async startAttempt({ lead: [before, after], slots: [slotsBefore, slotsAfter] }) {
      if (slotsOf(after.userId).version !== slotsBefore.version) return 'conflict';
      if ((await leads.replace(before, after)) !== 'replaced') return 'conflict';
      const freed = new Set(slotsBefore.slots.map(({ callId }) => callId));
      for (const { callId } of slotsOf(after.userId).slots) freed.delete(callId);
      const kept = slotsAfter.slots.filter(({ callId }) => !freed.has(callId));
      users.set(after.userId, structuredClone({ ...slotsAfter, slots: kept }));
      return 'started';
    },
    async startRun(userId, owner, { now, until }) {
      const run = runs.get(userId) ?? { wanted: 0, owner, until: 0 };
      const isFree = run.until <= now || run.owner === owner;
      runs.set(userId, { ...run, wanted: run.wanted + 1, ...(isFree && { owner, until }) });
      return isFree ? run.wanted + 1 : undefined;
    },
    async extendRun(userId, owner, { until }) {
      const run = runs.get(userId);
      if (run?.owner !== owner || run.until === 0) return false;
      runs.set(userId, { ...run, until });
      return true;
    },
    async isRunLost(userId, owner, now) {
      const run = runs.get(userId);
      return run?.owner === owner && run.until !== 0 && run.until <= now;
    },
    async endRun(userId, owner, ticket) {
      const run = runs.get(userId);
      if (run?.owner !== owner || run.until === 0) return undefined;
      if (run.wanted !== ticket) return run.wanted;
      runs.set(userId, { ...run, until: 0 });
      return undefined;
    },
    async releaseCallSlot(userId, callId) {
      const { slots, version } = slotsOf(userId);
      users.set(userId, { slots: slots.filter((slot) => slot.callId !== callId), version });
    },
    async recordOutcome(campaign, from, isFailure) {
      const counted = outcomes.get(campaignOf(campaign)) ?? [];
      outcomes.set(campaignOf(campaign), [...counted, { from, isFailure }]);
    },
    async outcomesSince(campaign, from) {
      const counted = (outcomes.get(campaignOf(campaign)) ?? []).filter((outcome) => outcome.from >= from);
      return { calls: counted.length, failed: counted.filter(({ isFailure }) => isFailure).length };
    },
  };
}

function matchesLead(lead: Lead, filter: LeadFilter): boolean {
  const { status, campaignId, phoneDigits, from, before, exceptCampaignIds = [] } = filter;
  return (
    (status === undefined || lead.status === status) &&
    (campaignId === undefined || lead.campaignId === campaignId) &&
    (phoneDigits === undefined || lead.phoneNumber.includes(phoneDigits)) &&
    (from === undefined || lead.createdAt >= from) &&
    (before === undefined || lead.createdAt < before) &&
    !exceptCampaignIds.includes(lead.campaignId)
  );
}
