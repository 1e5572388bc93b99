import type { CreateOptions, NewLead } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const createLead = mutation({
  changes: [['leads']],
  send: (lead: NewLead, options: CreateOptions) => api.leads.create(lead, options),
});
