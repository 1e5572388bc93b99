import type { DoNotCallEntry } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type Page = Awaited<ReturnType<typeof api.doNotCall.list>>;

const PER_PAGE = 20;
const MOST_PER_PAGE = 100;

/** A page of the do-not-call list. The client reads it without a signal. */
export const listEntries = (page: number): Query<Page> => ({
  key: ['do-not-call', page],
  read: () => api.doNotCall.list({ page, per_page: PER_PAGE }),
});

/** The whole list. */
export const everyEntry = (): AsyncIterable<DoNotCallEntry> => api.doNotCall.list({ per_page: MOST_PER_PAGE });
