import type { Call, CallConfiguration } from '#shared/domain/call/call.ts';
import type { ConversationScript } from '#shared/domain/conversation/conversation.ts';
import { renderTemplate } from '#shared/domain/conversation/render-template.ts';
import { wordsToInterrupt } from '#shared/domain/conversation/words-to-interrupt.ts';
import { systemVariables } from '#shared/domain/conversation/system-variables.ts';

export interface ScriptInput {
  call: Call;
  configuration: CallConfiguration;
  /** The assistant's language, BCP-47. */
  locale: string;
  /** The moment that `{current_date}` and `{current_time}` show. */
  now: number;
}

/** What the conversation of a call is held with. The same input gives the same words, so the greeting can be built twice. */
export function buildScript({ call, configuration, locale, now }: ScriptInput): ConversationScript {
  const { assistant } = configuration;
  const variables = { ...configuration.variables, ...systemVariables(call, assistant.timezone, locale, now) };
  const greeting = assistant.waitForCustomer ? '' : renderTemplate(assistant.initialMessage, variables).trim();
  return {
    languageId: assistant.languageId,
    locale,
    systemPrompt: renderTemplate(assistant.systemPrompt, variables),
    greeting: greeting === '' ? null : greeting,
    modelId: assistant.llmModelId ?? assistant.multimodalModelId ?? 0,
    temperature: assistant.llmTemperature,
    endCallDescription: assistant.tools.find((tool) => tool.type === 'end_call')?.data.description ?? null,
    canRefuseCalls: call.leadId !== undefined,
    reengagementInterval: assistant.reengagementInterval,
    maxSilenceDuration: assistant.maxSilenceDuration,
    allowedSeconds: call.allowedSeconds,
    allowInterruptions: assistant.allowInterruptions,
    wordsToInterrupt: wordsToInterrupt(assistant),
    fillers: assistant.fillers ? assistant.fillerConfig : null,
  };
}
