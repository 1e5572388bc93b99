import { deleteAssistant, type DeleteAssistantDeps } from '#shared/app/delete-assistant.ts';
import { defineEndpoint } from '#shared/http/define-endpoint.ts';
import { ok } from '#shared/http/http-response.ts';
import { assistants } from '#shared/runtime/assistants.ts';

export const handler = defineEndpoint({
  id: 'assistants/delete-assistant',
  pathId: 'assistant_not_found',
  errors: { internal: 'Assistant deletion failed' },
  deps: (): DeleteAssistantDeps => ({ assistants: assistants() }),
  handle: async ({ userId, id }, deps) => {
    await deleteAssistant({ userId, assistantId: id }, deps);
    return ok({ message: 'Assistant deleted successfully' });
  },
});
