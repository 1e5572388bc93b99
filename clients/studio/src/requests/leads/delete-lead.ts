import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const deleteLead = mutation({ changes: [['leads']], send: (id: number) => api.leads.delete(id) });
