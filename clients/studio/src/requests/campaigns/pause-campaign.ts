import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Calls that were answered go on. */
export const pauseCampaign = mutation({ changes: [['campaigns']], send: (id: number) => api.campaigns.stop(id) });
