import { deleteCampaign as operation } from '@ringback/client/operations';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** The page of the campaign is left, and reads nothing again. */
export const deleteCampaign = mutation({
  about: operation.description,
  changes: [],
  send: (id: number) => api.campaigns.delete(id),
});
