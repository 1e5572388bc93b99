import type { Assistant, FillerConfig } from '#shared/domain/assistant/assistant.ts';
import { assistantDefaults } from '#shared/domain/assistant/assistant-defaults.ts';
import {
  assistantTypeOf,
  type CreateAssistantRequest,
  type UpdateAssistantRequest,
} from '#shared/domain/assistant/assistant-request.ts';
import { mergeSettings } from '#shared/domain/assistant/merge-settings.ts';
import type { Language } from '#shared/domain/language/language.ts';
import type { ModelEntry } from '#shared/domain/language-model/model-entry.ts';

/** What the names in a request stand for in the catalogue. */
export interface AssistantChoices {
  language: Language;
  fillerConfig: FillerConfig;
  model: ModelEntry;
}

interface Origin {
  id: number;
  userId: number;
  uuid: string;
  now: number;
}

/** The assistant that a create request describes. */
export function newAssistant(request: CreateAssistantRequest, choices: AssistantChoices, origin: Origin): Assistant {
  return {
    id: origin.id,
    userId: origin.userId,
    uuid: origin.uuid,
    status: 'active',
    name: request.assistant_name,
    type: assistantTypeOf[request.calls_direction],
    mode: request.engine_type,
    voiceId: request.voice_id,
    timezone: request.timezone,
    initialMessage: request.initial_message,
    systemPrompt: request.system_prompt,
    inboundWebhookUrl: null,
    ...mergeSettings(assistantDefaults, request),
    ...languageFields(choices.language, choices.fillerConfig),
    ...modelFields(choices.model),
    createdAt: origin.now,
    updatedAt: origin.now,
    version: 1,
  };
}

/** The assistant after an update: what the request leaves out stays. */
export function updatedAssistant(
  before: Assistant,
  request: UpdateAssistantRequest,
  choices: { language?: Pick<AssistantChoices, 'language' | 'fillerConfig'>; model?: ModelEntry | undefined },
): Assistant {
  return {
    ...before,
    name: request.assistant_name ?? before.name,
    type: request.calls_direction === undefined ? before.type : assistantTypeOf[request.calls_direction],
    mode: request.engine_type ?? before.mode,
    voiceId: request.voice_id ?? before.voiceId,
    timezone: request.timezone ?? before.timezone,
    initialMessage: request.initial_message ?? before.initialMessage,
    systemPrompt: request.system_prompt ?? before.systemPrompt,
    ...mergeSettings(before, request),
    ...(choices.language === undefined ? {} : languageFields(choices.language.language, choices.language.fillerConfig)),
    ...(choices.model === undefined ? {} : modelFields(choices.model)),
  };
}

/** Fillers are spoken in the assistant's language, so they change with it. */
function languageFields({ id, name }: Language, fillerConfig: FillerConfig) {
  return { language: name, languageId: id, fillerConfig };
}

function modelFields({ id, mode }: ModelEntry) {
  return mode === 'pipeline'
    ? { llmModelId: id, multimodalModelId: null }
    : { llmModelId: null, multimodalModelId: id };
}
