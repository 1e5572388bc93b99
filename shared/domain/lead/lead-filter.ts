import type { Lead, LeadStatus } from '#shared/domain/lead/lead.ts';

/** Which leads to list; everything that is left out lets all through. */
export interface LeadFilter {
  status?: LeadStatus | undefined;
  campaignId?: number | undefined;
  /** A part of the main number, digits only. */
  phoneDigits?: string | undefined;
  /** Created at this epoch millisecond or later. */
  from?: number | undefined;
  /** Created before this epoch millisecond. */
  before?: number | undefined;
  /** Campaigns whose leads are on their way out. */
  exceptCampaignIds?: readonly number[] | undefined;
}

export function matchesLead(lead: Lead, filter: LeadFilter): boolean {
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
