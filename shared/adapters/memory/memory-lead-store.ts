import { hasSamePlace } from '#shared/domain/lead/change-lead.ts';
import type { Lead, LeadStatus, SecondaryContact } from '#shared/domain/lead/lead.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';

export function createMemoryLeadStore(leads: Lead[] = [], contacts: SecondaryContact[] = []): LeadStore {
  const isSame = (one: { userId: number; id: number }) => (other: { userId: number; id: number }) =>
    one.userId === other.userId && one.id === other.id;
  const isTaken = (lead: Lead) =>
    !lead.allowDuplicate &&
    leads.some((other) => other.userId === lead.userId && other.id !== lead.id && hasSamePlace(other, lead));
  const dueAt = (lead: Lead) => (lead.status === 'rescheduled' ? (lead.dialing.nextAttemptAt ?? 0) : 0);
  const inCampaign = (userId: number, campaignId: number, status: LeadStatus) =>
    leads
      .filter((lead) => lead.userId === userId && lead.campaignId === campaignId && lead.status === status)
      .toSorted((one, other) => dueAt(one) - dueAt(other) || one.id - other.id);
  return {
    async create(lead, added) {
      if (isTaken(lead)) return 'number_taken';
      if (leads.some(isSame(lead)) || added.some((one) => contacts.some(isSame(one)))) return 'id_taken';
      leads.push(structuredClone(lead));
      contacts.push(...structuredClone(added));
      return 'created';
    },
    async get(userId, leadId) {
      return structuredClone(leads.find(isSame({ userId, id: leadId })));
    },
    async contacts({ userId, contactIds }) {
      return structuredClone(contactIds.flatMap((id) => contacts.find(isSame({ userId, id })) ?? []));
    },
    async replace(before, after) {
      const index = leads.findIndex((lead) => isSame(before)(lead) && lead.version === before.version);
      if (index < 0) return 'conflict';
      if (!hasSamePlace(before, after) && isTaken(after)) return 'number_taken';
      leads[index] = structuredClone(after);
      return 'replaced';
    },
    async listIds(userId, campaignId, status) {
      return inCampaign(userId, campaignId, status).map((lead) => lead.id);
    },
    async listDue(userId, campaignId, now, limit) {
      const due = inCampaign(userId, campaignId, 'rescheduled').filter((lead) => dueAt(lead) <= now);
      return [...due, ...inCampaign(userId, campaignId, 'created')].slice(0, limit).map((lead) => lead.id);
    },
    async outlook(userId, campaignId) {
      const [isNew] = inCampaign(userId, campaignId, 'created');
      const [next] = inCampaign(userId, campaignId, 'rescheduled');
      return {
        isCalling: inCampaign(userId, campaignId, 'processing').length > 0,
        nextAttemptAt: isNew ? 0 : next ? dueAt(next) : null,
      };
    },
  };
}
