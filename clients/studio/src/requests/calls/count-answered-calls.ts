import type { Campaign } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** The number of calls of a campaign that were answered and are not over. */
export const countAnsweredCalls = ({ id, updated_at }: Campaign): Query<number> => ({
  key: ['calls', 'answered', id, updated_at],
  async read(signal) {
    const filters = { campaign_id: id, status: 'in-progress', per_page: 1 } as const;
    return (await api.calls.list(filters, { signal })).total;
  },
});
