import type { Assistant } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** Every assistant, newest first. */
export const listAllAssistants = (): Query<Assistant[]> => ({
  key: ['assistants', 'all'],
  read: (signal) => api.request('GET', '/user/assistants', { signal }),
});
