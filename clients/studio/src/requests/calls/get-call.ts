import type { CallDetail } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

export const getCall = (id: number): Query<CallDetail> => ({
  key: ['calls', id],
  read: (signal) => api.calls.get(id, { signal }),
});
