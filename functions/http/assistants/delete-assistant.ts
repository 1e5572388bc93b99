import * as v from 'valibot';
import { deleteAssistant, type DeleteAssistantDeps } from '#shared/app/delete-assistant.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { assistants } from '#shared/runtime/assistants.ts';

export const handler = defineEndpoint({
  id: 'assistants/delete-assistant',
  summary: 'Delete an assistant for good',
  answers: { status: 200, body: v.strictObject({ message: v.literal('Assistant deleted successfully') }) },
  pathId: 'assistant_not_found',
  errors: { internal: 'Assistant deletion failed' },
  deps: (): DeleteAssistantDeps => ({ assistants: assistants() }),
  handle: async ({ userId, id }, deps) => {
    await deleteAssistant({ userId, assistantId: id }, deps);
    return ok({ message: 'Assistant deleted successfully' });
  },
});
