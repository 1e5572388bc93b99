import type { NewSms } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Sends an SMS, once for a key. */
export const sendSms = mutation({
  changes: [['account'], ['sms']],
  send: (sms: NewSms, idempotencyKey: string) => api.sms.send(sms, { idempotencyKey }),
});
