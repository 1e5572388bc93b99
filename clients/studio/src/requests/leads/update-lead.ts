import type { LeadChanges } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const updateLead = mutation({
  changes: [['leads']],
  send: (id: number, changes: LeadChanges) => api.leads.update(id, changes),
});
