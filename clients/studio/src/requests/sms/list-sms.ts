import type { Query as Filters } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type Page = Awaited<ReturnType<typeof api.sms.list>>;

const PER_PAGE = 20;

/** A page of the SMS, sent and received, newest first. */
export const listSms = (filters: Filters<'/user/sms'>): Query<Page> => ({
  key: ['sms', 'list', filters],
  read: (signal) => api.sms.list({ ...filters, per_page: PER_PAGE }, { signal }),
});
