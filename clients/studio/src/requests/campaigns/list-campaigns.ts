import type { Campaign } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** Every campaign, newest first. */
export const listCampaigns = (): Query<Campaign[]> => ({
  key: ['campaigns'],
  read: (signal) => api.campaigns.list({ signal }),
});
