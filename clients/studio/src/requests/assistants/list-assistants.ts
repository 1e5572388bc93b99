import type { Assistant } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type Page = Pick<Awaited<ReturnType<typeof api.assistants.list>>, 'data' | 'current_page' | 'last_page' | 'total'>;

const PER_PAGE = 20;

/** A page of the assistants, of one direction or both. The API has no filter for it. */
export const listAssistants = (filters: { page: number; type: Assistant['type'] | undefined }): Query<Page> => ({
  key: ['assistants', filters],
  async read(signal) {
    const { page, type } = filters;
    if (type === undefined) return api.assistants.list({ page, per_page: PER_PAGE }, { signal });
    const all = await api.request<Assistant[]>('GET', '/user/assistants', { signal });
    const found = all.filter((assistant) => assistant.type === type);
    const data = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return { data, current_page: page, last_page: Math.ceil(found.length / PER_PAGE), total: found.length };
  },
});
