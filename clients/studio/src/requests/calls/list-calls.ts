import type { Call, Query as Filters } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type CallFilters = Filters<'/user/calls'>;
type Page = Awaited<ReturnType<typeof api.calls.list>>;

const PER_PAGE = 20;
const MOST_PER_PAGE = 100;
const include = 'outcome,model,reason';

/** A page of the calls, newest first. */
export const listCalls = (filters: CallFilters): Query<Page> => ({
  key: ['calls', 'list', filters],
  read: (signal) => api.calls.list({ ...filters, include, per_page: PER_PAGE }, { signal }),
});

/** Every call that matches, whatever page is shown. */
export const everyCall = (
  { page: _page, ...filters }: CallFilters & { page?: number },
  signal: AbortSignal,
): AsyncIterable<Call> => api.calls.list({ ...filters, include, per_page: MOST_PER_PAGE }, { signal });
