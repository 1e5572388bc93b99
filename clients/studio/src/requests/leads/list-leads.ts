import type { Query as Filters } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type Page = Awaited<ReturnType<typeof api.leads.list>>;

const PER_PAGE = 20;

/** A page of the leads, newest first. */
export const listLeads = (filters: Filters<'/user/leads'>): Query<Page> => ({
  key: ['leads', 'list', filters],
  read: (signal) => api.leads.list({ ...filters, per_page: PER_PAGE }, { signal }),
});
