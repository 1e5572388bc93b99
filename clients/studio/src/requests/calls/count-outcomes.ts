import type { Call, Campaign } from '@ringback/client';
import { filters } from '@ringback/client/filters';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type Outcome = NonNullable<Call['outcome']>;

/** The number of calls of a campaign with each outcome: the totals of its filtered lists. They are read again when its status has changed. */
export const countOutcomes = ({ id, status }: Campaign): Query<Partial<Record<Outcome, number>>> => ({
  key: ['calls', 'outcomes', id, status],
  async read(signal) {
    const total = async (outcome: Outcome) => {
      const { total: calls } = await api.calls.list({ campaign_id: id, outcome, per_page: 1 }, { signal });
      return [outcome, calls];
    };
    return Object.fromEntries(await Promise.all(filters.listCalls.outcome.map(total)));
  },
});
