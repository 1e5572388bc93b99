import * as v from 'valibot';
import { AssistantRecord, toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { assistants } from '#shared/container.ts';
import { AppError } from '#shared/platform/errors.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

/** For clients that expect no pages. */
export const handler = defineEndpoint({
  id: 'assistants/list-all-assistants',
  scope: 'read',
  summary: 'List all assistants without pages',
  answers: { status: 200, body: v.array(AssistantRecord) },
  refusals: ['answer_too_large', 'list_too_large'],
  deps: (): Pick<AssistantDeps, 'assistants'> => ({ assistants: assistants() }),
  handle: async ({ userId }, deps) => {
    const all = await deps.assistants.listWhole(userId);
    if (!all) throw new AppError('list_too_large');
    return ok(all.map(toAssistantRecord));
  },
});
