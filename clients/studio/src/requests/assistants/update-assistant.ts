import type { AssistantChanges } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Assistants hold numbers, and so the numbers change with them. */
export const updateAssistant = mutation({
  changes: [['assistants'], ['numbers']],
  send: (id: number, changes: AssistantChanges) => api.assistants.update(id, changes),
});
