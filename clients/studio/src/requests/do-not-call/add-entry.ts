import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const addEntry = mutation({
  changes: [['do-not-call']],
  send: (number: string, reason: string | undefined) => api.doNotCall.add(number, reason),
});
