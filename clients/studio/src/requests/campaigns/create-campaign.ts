import type { NewCampaign } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Creates a campaign, once for a key. */
export const createCampaign = mutation({
  changes: [['campaigns']],
  send: (campaign: NewCampaign, idempotencyKey: string) => api.campaigns.create(campaign, { idempotencyKey }),
});
