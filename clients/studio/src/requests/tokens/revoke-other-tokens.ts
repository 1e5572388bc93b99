import { deleteOtherTokens as operation } from '@ringback/client/operations';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const revokeOtherTokens = mutation({
  about: operation.description,
  changes: [['tokens']],
  send: () => api.tokens.revokeOthers(),
});
