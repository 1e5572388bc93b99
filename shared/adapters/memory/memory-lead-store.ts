import { hasSamePlace } from '#shared/domain/lead/change-lead.ts';
import type { Lead, SecondaryContact } from '#shared/domain/lead/lead.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';

export function createMemoryLeadStore(leads: Lead[] = [], contacts: SecondaryContact[] = []): LeadStore {
  const isSame = (one: { userId: number; id: number }) => (other: { userId: number; id: number }) =>
    one.userId === other.userId && one.id === other.id;
  const isTaken = (lead: Lead) =>
    !lead.allowDuplicate &&
    leads.some((other) => other.userId === lead.userId && other.id !== lead.id && hasSamePlace(other, lead));
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
      return leads
        .filter((lead) => lead.userId === userId && lead.campaignId === campaignId && lead.status === status)
        .map((lead) => lead.id)
        .toSorted((one, other) => one - other);
    },
  };
}
