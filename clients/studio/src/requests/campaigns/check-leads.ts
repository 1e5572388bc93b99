import type { Campaign, MissingVariables } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

export type LeadCheck = Pick<MissingVariables, 'data' | 'checked' | 'total'>;

/** Four requests: a page must not read all leads of a large campaign. */
const MOST_CHECKED = 2000;

/** The leads that have no value for a placeholder, among the newest that are to be called. */
export const checkLeads = ({ id }: Campaign): Query<LeadCheck> => ({
  key: ['leads', 'check', id],
  async read(signal) {
    const first = await api.campaigns.missingVariables(id, {}, { signal });
    let found: LeadCheck = first;
    let next = first.next_before_id;
    while (next !== null && found.checked < MOST_CHECKED) {
      const answer = await api.campaigns.missingVariables(id, { before_id: next }, { signal });
      found = { data: [...found.data, ...answer.data], checked: found.checked + answer.checked, total: first.total };
      next = answer.next_before_id;
    }
    return found;
  },
});
