import type { Lead, Query as Filters } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type LeadFilters = Filters<'/user/leads'>;
type Page = Awaited<ReturnType<typeof api.leads.list>>;

const PER_PAGE = 20;
const MOST_PER_PAGE = 100;

/** A page of the leads, newest first. */
export const listLeads = (filters: LeadFilters): Query<Page> => ({
  key: ['leads', 'list', filters],
  read: (signal) => api.leads.list({ ...filters, per_page: PER_PAGE }, { signal }),
});

/** Every lead that matches, whatever page is shown. */
export const everyLead = ({ page: _page, ...filters }: LeadFilters, signal: AbortSignal): AsyncIterable<Lead> =>
  api.leads.list({ ...filters, per_page: MOST_PER_PAGE }, { signal });
