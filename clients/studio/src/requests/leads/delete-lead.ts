import { deleteLead as operation } from '@ringback/client/operations';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const deleteLead = mutation({
  about: operation.description,
  changes: [['leads']],
  send: (id: number) => api.leads.delete(id),
});
