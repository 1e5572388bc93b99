import { rotateWebhookSecret as operation } from '@ringback/client/operations';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const rotateSecret = mutation({
  about: operation.description,
  changes: [],
  send: () => api.webhooks.rotateSecret(),
});
