import { removeDoNotCallEntry as operation } from '@ringback/client/operations';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const removeEntry = mutation({
  about: operation.description,
  changes: [['do-not-call']],
  send: (number: string) => api.doNotCall.remove(number),
});
