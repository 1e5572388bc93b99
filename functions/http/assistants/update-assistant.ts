import { readSoundFields, UpdateAssistantBody } from '#shared/assistants/assistant-body.ts';
import { AssistantSummary, toAssistantSummary } from '#shared/assistants/assistant-record.ts';
import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { ignoredHeaders } from '#shared/assistants/unsupported-fields.ts';
import { findUpdateProblems, updateAssistant } from '#shared/assistants/update-assistant.ts';
import { assistants, destinationRules, models, phoneNumbers, userTools, voices } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';

export const handler = defineEndpoint({
  id: 'assistants/update-assistant',
  scope: 'admin',
  summary: 'Update an assistant',
  answers: { status: 200, body: messageAnswer('Assistant updated successfully', AssistantSummary) },
  refusals: ['assistants_too_large', 'assistant_changed'],
  pathId: 'assistant_not_found',
  body: UpdateAssistantBody,
  errors: { validation: 'Validation failed', internal: 'Assistant update failed' },
  deps: (): Omit<AssistantDeps, 'ids'> => ({
    userTools: userTools(),
    destinations: { rules: destinationRules() },
    assistants: assistants(),
    phoneNumbers: phoneNumbers(),
    voices: voices(),
    models: models(),
    clock: clock(),
    allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK,
  }),
  crossFieldErrors: ({ userId, id, body }, deps) =>
    findUpdateProblems({ userId, assistantId: id, request: readSoundFields(body) }, deps),
  handle: async ({ userId, id, body }, deps) => {
    const assistant = await updateAssistant({ userId, assistantId: id, request: body }, deps);
    const answer = ok({ message: 'Assistant updated successfully', data: toAssistantSummary(assistant) });
    return { ...answer, headers: ignoredHeaders(body) };
  },
});
