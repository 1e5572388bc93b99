import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const removeEntry = mutation({
  changes: [['do-not-call']],
  send: (number: string) => api.doNotCall.remove(number),
});
