import * as v from 'valibot';
import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { deleteAssistant } from '#shared/assistants/update-assistant.ts';
import { assistants } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'assistants/delete-assistant',
  scope: 'admin',
  summary: 'Delete an assistant for good',
  answers: { status: 200, body: v.strictObject({ message: v.literal('Assistant deleted successfully') }) },
  pathId: 'assistant_not_found',
  errors: { internal: 'Assistant deletion failed' },
  deps: (): Pick<AssistantDeps, 'assistants'> => ({ assistants: assistants() }),
  handle: async ({ userId, id }, deps) => {
    await deleteAssistant({ userId, assistantId: id }, deps);
    return ok({ message: 'Assistant deleted successfully' });
  },
});
