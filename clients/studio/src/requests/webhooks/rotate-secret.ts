import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const rotateSecret = mutation({ changes: [], send: () => api.webhooks.rotateSecret() });
