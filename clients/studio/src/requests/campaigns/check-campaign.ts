import type { StartCheck } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

export type CampaignCheck = Omit<StartCheck, 'next_before_id'>;

/** Ten requests: a page must not read all leads of a large campaign. */
const MOST_CHECKED = 2000;

/** What a start would do, from the newest leads that are to be called. */
export const checkCampaign = (id: number): Query<CampaignCheck> => ({
  key: ['leads', 'start', id],
  async read(signal) {
    let { next_before_id: next, ...found } = await api.campaigns.check(id, {}, { signal });
    while (next !== null && found.checked < MOST_CHECKED) {
      const more = await api.campaigns.check(id, { before_id: next }, { signal });
      found = joined(found, more);
      next = more.next_before_id;
    }
    return found;
  },
});

/** Times of one form are in the order of their text. */
const joined = (one: CampaignCheck, other: CampaignCheck): CampaignCheck => ({
  ...one,
  checked: one.checked + other.checked,
  never_called: [...one.never_called, ...other.never_called],
  opens_at: [one.opens_at, other.opens_at].filter((at) => at !== null).toSorted()[0] ?? null,
  max_cost: one.max_cost + other.max_cost,
});
