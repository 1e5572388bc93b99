import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** The number of calls of a campaign that were answered and are not over. */
export const countAnsweredCalls = (campaignId: number): Query<number> => ({
  key: ['calls', 'answered', campaignId],
  async read(signal) {
    const filters = { campaign_id: campaignId, status: 'in-progress', per_page: 1 } as const;
    return (await api.calls.list(filters, { signal })).total;
  },
});
