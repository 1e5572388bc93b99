import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const replayDelivery = mutation({
  changes: [['deliveries']],
  send: (deliveryId: string) => api.webhooks.replay(deliveryId),
});
