import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const startCampaign = mutation({ changes: [['campaigns']], send: (id: number) => api.campaigns.start(id) });
