import * as v from 'valibot';
import { OutboundAssistantRecord, toOutboundAssistantRecord } from '#shared/assistants/assistant-record.ts';
import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { assistants } from '#shared/container.ts';
import { AppError } from '#shared/platform/errors.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'assistants/list-outbound-assistants',
  scope: 'read',
  summary: 'List the assistants that make calls',
  answers: { status: 200, body: v.array(OutboundAssistantRecord) },
  refusals: ['answer_too_large', 'list_too_large'],
  deps: (): Pick<AssistantDeps, 'assistants'> => ({ assistants: assistants() }),
  handle: async ({ userId }, deps) => {
    const outbound = await deps.assistants.listWhole(userId, 'outbound');
    if (!outbound) throw new AppError('list_too_large');
    return ok(outbound.map(toOutboundAssistantRecord));
  },
});
