import type { NumberDetail } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** The numbers with what they can do. */
export const listNumberDetails = (): Query<NumberDetail[]> => ({
  key: ['numbers', 'details'],
  read: async (signal) =>
    (await api.request<{ data: NumberDetail[] }>('GET', '/user/phone-numbers/all', { signal })).data,
});
