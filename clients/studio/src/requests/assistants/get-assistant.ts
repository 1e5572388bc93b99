import type { AssistantDetail } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

export const getAssistant = (id: number): Query<AssistantDetail> => ({
  key: ['assistants', id],
  read: (signal) => api.assistants.get(id, { signal }),
});
