import { deleteToken as operation } from '@ringback/client/operations';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const revokeToken = mutation({
  about: operation.description,
  changes: [['tokens']],
  send: (id: number, cascade: boolean) => api.tokens.revoke(id, { cascade }),
});
