import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** The page of the campaign is left, and reads nothing again. */
export const deleteCampaign = mutation({ changes: [], send: (id: number) => api.campaigns.delete(id) });
