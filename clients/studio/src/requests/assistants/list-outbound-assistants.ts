import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

export type OutboundAssistant = Awaited<ReturnType<typeof api.assistants.listOutbound>>[number];

/** The assistants that make calls. */
export const listOutboundAssistants = (): Query<OutboundAssistant[]> => ({
  key: ['assistants', 'outbound'],
  read: (signal) => api.assistants.listOutbound({ signal }),
});
