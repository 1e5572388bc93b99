import { CreateAssistantBody, readSoundFields } from '#shared/assistants/assistant-body.ts';
import { AssistantSummary, toAssistantSummary } from '#shared/assistants/assistant-record.ts';
import { findAssistantProblems, type AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { speakingModelFor } from '#shared/assistants/choose-model.ts';
import { createAssistant } from '#shared/assistants/create-assistant.ts';
import { ignoredHeaders } from '#shared/assistants/unsupported-fields.ts';
import { modelHeaders } from '#shared/catalog/models.ts';
import {
  assistants,
  destinationRules,
  idempotency,
  models,
  phoneNumbers,
  userTools,
  voices,
} from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { created } from '#shared/platform/http/http.ts';
import { idempotencyKey, type IdempotencyDeps } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { ids } from '#shared/platform/ids.ts';

export const handler = defineEndpoint({
  id: 'assistants/create-assistant',
  scope: 'admin',
  idempotent: idempotencyKey,
  summary: 'Create an assistant',
  namesModel: true,
  answers: { status: 201, body: messageAnswer('Assistant created successfully', AssistantSummary) },
  refusals: ['too_many_assistants', 'assistants_too_large'],
  body: CreateAssistantBody,
  errors: { validation: 'Validation failed', internal: 'Assistant creation failed' },
  deps: (): AssistantDeps & IdempotencyDeps => ({
    userTools: userTools(),
    destinations: { rules: destinationRules() },
    assistants: assistants(),
    phoneNumbers: phoneNumbers(),
    voices: voices(),
    models: models(),
    clock: clock(),
    ids: ids(),
    idempotency: idempotency(),
    allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK,
  }),
  crossFieldErrors: ({ userId, body }, deps) => findAssistantProblems({ userId, request: readSoundFields(body) }, deps),
  handle: async ({ userId, body, reservation }, deps) => {
    const assistant = await createAssistant({ userId, request: body, reservation }, deps);
    const answer = created({ message: 'Assistant created successfully', data: toAssistantSummary(assistant) });
    const headers = { ...modelHeaders(await speakingModelFor(assistant, deps)), ...ignoredHeaders(body) };
    return { ...answer, headers };
  },
});
