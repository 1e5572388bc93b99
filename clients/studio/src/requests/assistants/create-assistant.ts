import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Creates an assistant of the settings of a form, once for a key. Returns its id. */
export const createAssistant = mutation({
  changes: [['assistants']],
  async send(body: Readonly<Record<string, unknown>>, idempotencyKey: string = crypto.randomUUID()): Promise<number> {
    const request = { body, idempotencyKey };
    const { data } = await api.request<{ data: { id: number } }>('POST', '/user/assistant', request);
    return data.id;
  },
});
