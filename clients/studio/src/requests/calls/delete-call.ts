import { deleteCall as operation } from '@ringback/client/operations';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** The page of the call is left, and reads nothing again. */
export const deleteCall = mutation({
  about: operation.description,
  changes: [],
  send: (id: number) => api.calls.delete(id),
});
