import { updateCampaignStatus as operation } from '@ringback/client/operations';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const pauseCampaign = mutation({
  about: operation.description,
  changes: [['campaigns']],
  send: (id: number) => api.campaigns.stop(id),
});
