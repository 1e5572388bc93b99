import { listOutboundAssistants, type ListAssistantsDeps } from '#shared/app/list-assistants.ts';
import { toOutboundAssistantRecord } from '#shared/domain/assistant/outbound-assistant-record.ts';
import { defineEndpoint } from '#shared/http/define-endpoint.ts';
import { ok } from '#shared/http/http-response.ts';
import { assistants } from '#shared/runtime/assistants.ts';

export const handler = defineEndpoint({
  id: 'assistants/list-outbound-assistants',
  deps: (): ListAssistantsDeps => ({ assistants: assistants() }),
  handle: async ({ userId }, deps) => {
    const outbound = await listOutboundAssistants({ userId }, deps);
    return ok(outbound.map(toOutboundAssistantRecord));
  },
});
