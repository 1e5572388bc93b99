import type { Call, Campaign } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type ReadCall = Pick<Call, 'outcome' | 'total_cost' | 'created_at' | 'client_phone_number'>;

export interface NewestCalls {
  calls: ReadCall[];
  /** The campaign has no others. */
  isAll: boolean;
}

const PER_PAGE = 100;
/** Ten requests: a page must not read all calls of a large campaign. */
const MOST = 1000;

/** The newest calls of a campaign, without their conversations. */
export const readNewestCalls = ({ id, status }: Campaign): Query<NewestCalls> => ({
  key: ['calls', 'newest', id, status],
  async read(signal) {
    const calls: ReadCall[] = [];
    const all = api.calls.list({ campaign_id: id, include: 'outcome', per_page: PER_PAGE }, { signal });
    for await (const { outcome = null, total_cost, created_at, client_phone_number } of all) {
      if (calls.length === MOST) return { calls, isAll: false };
      calls.push({ outcome, total_cost, created_at, client_phone_number });
    }
    return { calls, isAll: true };
  },
});
