import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const endCall = mutation({ changes: [['calls']], send: (id: number) => api.calls.end(id) });
