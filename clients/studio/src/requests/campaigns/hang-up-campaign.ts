import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Hangs up the calls of a paused campaign that were answered. */
export const hangUpCampaign = mutation({
  changes: [['calls']],
  send: (id: number) => api.campaigns.stop(id, { hangUp: true }),
});
