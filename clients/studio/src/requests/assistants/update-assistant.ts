import type { AssistantChanges } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Numbers change with the assistants that use them. */
export const updateAssistant = mutation({
  changes: [['assistants'], ['numbers']],
  send: (id: number, changes: AssistantChanges) => api.assistants.update(id, changes),
});
