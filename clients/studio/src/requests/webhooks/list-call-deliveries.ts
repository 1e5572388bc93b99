import type { Delivery } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** The deliveries of a finished call. */
export const listCallDeliveries = (callId: number): Query<Delivery[]> => ({
  key: ['deliveries', callId],
  read: (signal) => api.webhooks.deliveries(callId, { signal }),
});
