import type { CampaignDetail } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

export const getCampaign = (id: number): Query<CampaignDetail> => ({
  key: ['campaigns', id],
  read: (signal) => api.campaigns.get(id, { signal }),
});
