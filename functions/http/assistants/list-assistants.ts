import * as v from 'valibot';
import { AssistantRecord, toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { listAssistants } from '#shared/assistants/list-assistants.ts';
import { assistants } from '#shared/container.ts';
import { assistantTypes } from '#shared/numbers/phone-number.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { oneOf } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { pageOf, pageParameters, paginationEnvelope, requestedPage } from '#shared/platform/http/lists.ts';

export const handler = defineEndpoint({
  id: 'assistants/list-assistants',
  scope: 'read',
  summary: 'List assistants, newest first',
  answers: { status: 200, body: pageOf('AssistantPage', AssistantRecord) },
  refusals: ['answer_too_large', 'list_too_large'],
  query: v.object({ type: v.optional(oneOf(assistantTypes)), ...pageParameters(10) }),
  deps: (): Pick<AssistantDeps, 'assistants'> => ({ assistants: assistants() }),
  handle: async ({ userId, query, url }, deps) => {
    const page = requestedPage(query);
    const { rows, total } = await listAssistants({ userId, type: query.type, page }, deps);
    return ok(paginationEnvelope({ rows: rows.map(toAssistantRecord), total }, page, url()));
  },
});
