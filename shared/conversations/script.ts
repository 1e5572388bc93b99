import type { Call, CallConfiguration } from '#shared/calls/call.ts';
import { wordsToInterrupt, type ConversationScript } from '#shared/conversations/conversation.ts';

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

/** Longest alternative first, so that `{{name}}` never leaves braces behind. */
const PLACEHOLDER = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g;

/**
 * Replaces `{name}` and `{{name}}` by the variable of that name. The text is read once: a value that holds a placeholder
 * itself is not evaluated again. A name without a variable stays as it is written.
 */
export function renderTemplate(template: string, variables: Record<string, unknown>): string {
  return template.replaceAll(PLACEHOLDER, (written: string, double?: string, single?: string) => {
    const name = (double ?? single ?? '').trim();
    return Object.hasOwn(variables, name) ? show(variables[name]) : written;
  });
}

/** A value as a person would say it: nothing for null, a list by commas, anything deeper as JSON. */
function show(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(show).join(', ');
  return JSON.stringify(value);
}

/**
 * The variables that every conversation has. They win over variables of the same name from the assistant or the call:
 * whoever writes `{customer_phone}` must be able to rely on what it means.
 * Date and time are written out in the assistant's language and zone, because most of them are read aloud.
 */
export function systemVariables(call: Call, timezone: string, locale: string, now: number): Record<string, string> {
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: timezone, ...options }).format(now).replaceAll(/\s/g, ' ');
  return {
    customer_phone: call.clientPhoneNumber,
    assistant_phone: call.assistantPhoneNumber,
    assistant_id: String(call.assistantId),
    assistant_name: call.assistantName,
    current_date: inZone({ dateStyle: 'full' }),
    current_time: inZone({ timeStyle: 'short' }),
  };
}

/** What a goodbye takes. */
const GOODBYE_SECONDS = 12;
/** In a shorter call the goodbye would come in the first sentences: the carrier's limit ends it. */
const SHORTEST_CALL_WITH_GOODBYE = 30;

/**
 * When the goodbye of a call comes that takes as long as it may; undefined where it would come too soon.
 * @param latenessSeconds the seconds by which the timer may be late
 */
export function goodbyeAfterSeconds(allowedSeconds: number, latenessSeconds: number): number | undefined {
  const seconds = allowedSeconds - GOODBYE_SECONDS - latenessSeconds;
  return allowedSeconds <= SHORTEST_CALL_WITH_GOODBYE || seconds <= 0 ? undefined : seconds;
}
