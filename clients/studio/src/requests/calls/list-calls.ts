import type { Query as Filters } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type Page = Awaited<ReturnType<typeof api.calls.list>>;

const PER_PAGE = 20;

/** A page of the calls, newest first. */
export const listCalls = (filters: Filters<'/user/calls'>): Query<Page> => ({
  key: ['calls', 'list', filters],
  read: (signal) => api.calls.list({ ...filters, include: 'outcome,model', per_page: PER_PAGE }, { signal }),
});
