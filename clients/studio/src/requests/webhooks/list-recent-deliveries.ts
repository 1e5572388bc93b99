import { type Delivery, isOpen } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** The deliveries of the last calls and SMS, newest first. The API lists deliveries by call and by SMS. */
export const listRecentDeliveries = (count: number): Query<Delivery[]> => ({
  key: ['deliveries', 'recent', count],
  async read(signal) {
    const [calls, messages] = await Promise.all([
      api.calls.list({ per_page: count }, { signal }),
      api.sms.list({ per_page: count }, { signal }),
    ]);
    const finished = calls.data.filter((call) => !isOpen(call));
    const lists = await Promise.all([
      ...finished.map(({ id }) => api.webhooks.deliveries(id, { signal })),
      ...messages.data.map(({ id }) => api.sms.deliveries(id, { signal })),
    ]);
    return lists.flat().toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  },
});
