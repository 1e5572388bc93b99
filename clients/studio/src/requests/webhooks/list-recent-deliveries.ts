import { type Delivery, isOpen } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** The deliveries of the last calls, newest first. The API lists deliveries by call. */
export const listRecentDeliveries = (calls: number): Query<Delivery[]> => ({
  key: ['deliveries', 'recent', calls],
  async read(signal) {
    const { data } = await api.calls.list({ per_page: calls }, { signal });
    const finished = data.filter((call) => !isOpen(call));
    const lists = await Promise.all(finished.map(({ id }) => api.webhooks.deliveries(id, { signal })));
    return lists.flat().toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  },
});
