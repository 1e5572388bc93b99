import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** Where the events of SMS are posted to; null: nowhere. */
export const getSmsWebhook = (): Query<string | null> => ({
  key: ['sms-webhook'],
  read: (signal) => api.sms.webhook({ signal }),
});
