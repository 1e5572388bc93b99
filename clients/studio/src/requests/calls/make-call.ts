import type { NewCall } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Makes a call, once for a key. */
export const makeCall = mutation({
  changes: [['calls', 'list'], ['account']],
  send: (call: NewCall, idempotencyKey: string) => api.calls.make(call, { idempotencyKey }),
});
