import type { CampaignChanges } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const updateCampaign = mutation({
  changes: [],
  send: (id: number, changes: CampaignChanges) => api.campaigns.update(id, changes),
});
