import type { Campaign, Lead } from '@ringback/client';
import { filters } from '@ringback/client/filters';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

export type LeadCounts = Partial<Record<Lead['status'], number>>;

/** The number of leads of a campaign in each state: the totals of its filtered lists. */
export const countLeads = ({ id, status }: Campaign): Query<LeadCounts> => ({
  key: ['leads', 'counts', id, status],
  async read(signal) {
    const total = async (wanted: Lead['status']) => {
      const { total: leads } = await api.leads.list({ campaign_id: id, status: wanted, per_page: 1 }, { signal });
      return [wanted, leads];
    };
    return Object.fromEntries(await Promise.all(filters.listLeads.status.map(total)));
  },
});
