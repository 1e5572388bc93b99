import { deleteAssistant as operation } from '@ringback/client/operations';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** The page of the assistant is left, and reads nothing again. */
export const deleteAssistant = mutation({
  about: operation.description,
  changes: [],
  send: (id: number) => api.assistants.delete(id),
});
