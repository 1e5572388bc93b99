import * as v from 'valibot';
import { listOutboundAssistants, type ListAssistantsDeps } from '#shared/app/list-assistants.ts';
import { toOutboundAssistantRecord } from '#shared/domain/assistant/outbound-assistant-record.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { OutboundAssistantRecord } from '#shared/http/records/assistant-record.ts';
import { assistants } from '#shared/runtime/assistants.ts';

export const handler = defineEndpoint({
  id: 'assistants/list-outbound-assistants',
  summary: 'List the assistants that make calls',
  answers: { status: 200, body: v.array(OutboundAssistantRecord) },
  deps: (): ListAssistantsDeps => ({ assistants: assistants() }),
  handle: async ({ userId }, deps) => {
    const outbound = await listOutboundAssistants({ userId }, deps);
    return ok(outbound.map(toOutboundAssistantRecord));
  },
});
