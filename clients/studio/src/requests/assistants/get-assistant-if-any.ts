import type { AssistantDetail } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** The assistant of a campaign, which may have none. */
export const getAssistantIfAny = (id: number | null): Query<AssistantDetail | undefined> => ({
  key: ['assistants', id],
  read: async (signal) => (id === null ? undefined : api.assistants.get(id, { signal })),
});
