import * as v from 'valibot';
import { findUpdateProblems, updateAssistant, type UpdateAssistantDeps } from '#shared/app/update-assistant.ts';
import { toAssistantSummary } from '#shared/domain/assistant/assistant-summary.ts';
import { ReadableAssistantBody, UpdateAssistantBody } from '#shared/http/assistant-body.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { AssistantSummary } from '#shared/http/records/assistant-record.ts';
import { messageAnswer } from '#shared/http/records/wire-fields.ts';
import { assistants } from '#shared/runtime/assistants.ts';
import { clock } from '#shared/runtime/clock.ts';
import { environment } from '#shared/runtime/environment.ts';
import { phoneNumbers } from '#shared/runtime/phone-numbers.ts';
import { voices } from '#shared/runtime/voices.ts';

export const handler = defineEndpoint({
  id: 'assistants/update-assistant',
  summary: 'Change an assistant',
  answers: { status: 200, body: messageAnswer('Assistant updated successfully', AssistantSummary) },
  pathId: 'assistant_not_found',
  body: UpdateAssistantBody,
  errors: { validation: 'Validation failed', internal: 'Assistant update failed' },
  deps: (): UpdateAssistantDeps => ({
    assistants: assistants(),
    phoneNumbers: phoneNumbers(),
    voices: voices(),
    clock: clock(),
    allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK,
  }),
  crossFieldErrors: ({ userId, id, body }, deps) =>
    findUpdateProblems({ userId, assistantId: id, request: v.parse(ReadableAssistantBody, body) }, deps),
  handle: async ({ userId, id, body }, deps) => {
    const assistant = await updateAssistant({ userId, assistantId: id, request: body }, deps);
    return ok({ message: 'Assistant updated successfully', data: toAssistantSummary(assistant) });
  },
});
