import type { Assistant } from '@ringback/client';
import { given } from '../../format/query.ts';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type Page = Awaited<ReturnType<typeof api.assistants.list>>;

const PER_PAGE = 20;

/** A page of the assistants, of one direction or both. */
export const listAssistants = (filters: { page: number; type: Assistant['type'] | undefined }): Query<Page> => ({
  key: ['assistants', filters],
  read: (signal) => api.assistants.list({ ...given(filters), per_page: PER_PAGE }, { signal }),
});
