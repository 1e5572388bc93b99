import { finalLeadStatuses, type Lead, type LeadStatus } from '#shared/domain/lead/lead.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';

/** The part of the memory lead store that knows who of a campaign comes next. */
export function createMemoryCampaignQueue(leads: readonly Lead[]): Pick<LeadStore, 'listIds' | 'listDue' | 'outlook'> {
  const dueAt = (lead: Lead) => (lead.status === 'rescheduled' ? (lead.dialing.nextAttemptAt ?? 0) : 0);
  const inCampaign = (userId: number, campaignId: number, status: LeadStatus) =>
    leads
      .filter((lead) => lead.userId === userId && lead.campaignId === campaignId && lead.status === status)
      .toSorted((one, other) => dueAt(one) - dueAt(other) || one.id - other.id);
  return {
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
        hasFinished: finalLeadStatuses.some((status) => inCampaign(userId, campaignId, status).length > 0),
        nextAttemptAt: isNew ? 0 : next ? dueAt(next) : null,
      };
    },
  };
}
