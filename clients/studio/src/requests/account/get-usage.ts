import type { Usage } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** @param month `YYYY-MM` */
export const getUsage = (month: string): Query<Usage> => ({
  key: ['usage', month],
  read: (signal) => api.usage(month, { signal }),
});
