import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Sets the address of the events of SMS; an empty one is switched off. */
export const saveSmsWebhook = mutation({
  changes: [['sms-webhook']],
  send: (url: string) => api.sms.setWebhook(url === '' ? null : url),
});
