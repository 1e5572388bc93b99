import { matchesLead } from '#shared/domain/lead/lead-filter.ts';
import type { Lead, SecondaryContact } from '#shared/domain/lead/lead.ts';
import { pageRange } from '#shared/platform/http/pagination.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';

/** The part of the memory lead store that looks leads up by something else than their status in a campaign. */
export function createMemoryLeadLists(
  leads: readonly Lead[],
  contacts: readonly SecondaryContact[],
): Pick<LeadStore, 'list' | 'someIds' | 'idsOfNumber' | 'forgetNumbers'> {
  const oldestFirst = (matches: (lead: Lead) => boolean) =>
    leads.filter(matches).toSorted((one, other) => one.id - other.id);
  const contactsOf = ({ userId, contactIds }: Lead) =>
    contactIds.flatMap((id) => contacts.find((contact) => contact.userId === userId && contact.id === id) ?? []);
  return {
    async list(userId, filter, page) {
      const found = oldestFirst((lead) => lead.userId === userId && matchesLead(lead, filter)).toReversed();
      const { start, end } = pageRange(page);
      const rows = found.slice(start, end).map((lead) => ({ lead, contacts: contactsOf(lead) }));
      return structuredClone({ rows, total: found.length });
    },
    async someIds(userId, campaignId, limit) {
      const found = oldestFirst((lead) => lead.userId === userId && lead.campaignId === campaignId);
      return found.slice(0, limit).map(({ id }) => id);
    },
    async forgetNumbers() {
      // It counts by looking.
      return 0;
    },
    async idsOfNumber(userId, e164) {
      return oldestFirst((lead) => lead.userId === userId && lead.phoneNumber === e164).map(({ id }) => id);
    },
  };
}
