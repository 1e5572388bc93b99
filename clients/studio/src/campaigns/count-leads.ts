import { type LeadCounts, type LeadStatus, leadStatuses } from './campaign-progress.ts';
import { api } from '../api.ts';

/** How many leads of a campaign are in each state: the totals of its filtered lists. */
export async function countLeads(campaignId: number, signal: AbortSignal): Promise<LeadCounts> {
  const total = async (status: LeadStatus): Promise<[LeadStatus, number]> => {
    const filters = { campaign_id: campaignId, status, per_page: 1 };
    return [status, (await api.leads.list(filters, { signal })).total];
  };
  const counts = new Map(await Promise.all(leadStatuses.map(total)));
  const of = (status: LeadStatus) => counts.get(status) ?? 0;
  return {
    created: of('created'),
    processing: of('processing'),
    rescheduled: of('rescheduled'),
    completed: of('completed'),
    'reached-max-retries': of('reached-max-retries'),
    blacklisted: of('blacklisted'),
  };
}
