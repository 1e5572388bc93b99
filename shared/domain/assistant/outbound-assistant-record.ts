import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { toIsoMicroseconds } from '#shared/domain/time/format-time.ts';

/** The reduced record of the list that one picks an assistant for a call from. */
export function toOutboundAssistantRecord(assistant: Assistant) {
  return {
    id: assistant.id,
    user_id: assistant.userId,
    name: assistant.name,
    type: assistant.type,
    mode: assistant.mode,
    status: assistant.status,
    voice_id: assistant.voiceId,
    language_id: assistant.languageId,
    timezone: assistant.timezone,
    initial_message: assistant.initialMessage,
    system_prompt: assistant.systemPrompt,
    variables: assistant.variables,
    webhook_url: assistant.webhookUrl,
    is_webhook_active: assistant.isWebhookActive,
    created_at: toIsoMicroseconds(assistant.createdAt),
    updated_at: toIsoMicroseconds(assistant.updatedAt),
  };
}
