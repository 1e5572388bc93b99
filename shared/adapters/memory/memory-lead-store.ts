import { createMemoryCampaignQueue } from '#shared/adapters/memory/memory-campaign-queue.ts';
import { createMemoryLeadLists } from '#shared/adapters/memory/memory-lead-lists.ts';
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
    async remove(lead) {
      const index = leads.findIndex((other) => isSame(lead)(other) && other.version === lead.version);
      if (index < 0) return 'conflict';
      leads.splice(index, 1);
      for (const id of lead.contactIds) {
        const contact = contacts.findIndex(isSame({ userId: lead.userId, id }));
        if (contact >= 0) contacts.splice(contact, 1);
      }
      return 'removed';
    },
    ...createMemoryLeadLists(leads, contacts),
    ...createMemoryCampaignQueue(leads),
  };
}
