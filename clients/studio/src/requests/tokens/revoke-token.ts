import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const revokeToken = mutation({ changes: [['tokens']], send: (id: number) => api.tokens.revoke(id) });
