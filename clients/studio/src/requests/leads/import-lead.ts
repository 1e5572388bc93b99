import type { CreateOptions, NewLead } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Creates one lead of many: lists are not read again for each of them. */
export const importLead = (lead: NewLead, options: CreateOptions): Promise<unknown> => api.leads.create(lead, options);

/** After an import. */
export const leadsChanged = mutation({ changes: [['leads']], send: async () => {} });
