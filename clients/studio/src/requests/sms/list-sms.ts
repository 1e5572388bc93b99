import type { ListedSms, Query as Filters } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type SmsFilters = Filters<'/user/sms'>;
type Page = Awaited<ReturnType<typeof api.sms.list>>;

const PER_PAGE = 20;
const MOST_PER_PAGE = 100;

/** A page of the SMS, sent and received, newest first. */
export const listSms = (filters: SmsFilters): Query<Page> => ({
  key: ['sms', 'list', filters],
  read: (signal) => api.sms.list({ ...filters, per_page: PER_PAGE }, { signal }),
});

/** Every SMS that matches, whatever page is shown. */
export const everySms = ({ page: _page, ...filters }: SmsFilters, signal: AbortSignal): AsyncIterable<ListedSms> =>
  api.sms.list({ ...filters, per_page: MOST_PER_PAGE }, { signal });
