import type { AssistantVersion } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** The newest versions of an assistant. */
export const listVersions = (id: number): Query<AssistantVersion[]> => ({
  key: ['assistants', id, 'versions'],
  read: (signal) => api.assistants.versions(id, {}, { signal }),
});
