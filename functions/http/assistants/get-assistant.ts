import { AssistantDetail, toAssistantDetail } from '#shared/assistants/assistant-record.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import { assistantReader } from '#shared/container.ts';
import { AppError } from '#shared/platform/errors.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'assistants/get-assistant',
  scope: 'read',
  summary: 'Get one assistant',
  answers: { status: 200, body: AssistantDetail },
  pathId: 'assistant_not_found',
  deps: (): { assistants: Pick<AssistantStore, 'get'> } => ({ assistants: assistantReader() }),
  handle: async ({ userId, id }, deps) => {
    const assistant = await deps.assistants.get(userId, id);
    if (!assistant) throw new AppError('assistant_not_found');
    return ok(toAssistantDetail(assistant));
  },
});
