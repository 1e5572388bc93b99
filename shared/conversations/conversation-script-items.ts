import * as v from 'valibot';
import { FillerConfigItem, readVersion } from '#shared/assistants/dynamodb-assistant-store.ts';
import type { ConversationScript } from '#shared/conversations/conversation.ts';
import { assistantToolsOf, endCallDescription } from '#shared/conversations/end-call-tool.ts';
import { buildScript, type ScriptInput } from '#shared/conversations/script.ts';
import { JsonText, type Table } from '#shared/platform/table/table.ts';

/** The prompt and the settings of a conversation. `ConversationScript` is its type. */
export const ConversationScriptItem = v.object({
  /** The id of the assistant's language in the catalogue; it selects the fixed phrases. */
  languageId: v.number(),
  /** The assistant's language, BCP-47. */
  locale: v.string(),
  /** With its variables filled in. */
  systemPrompt: v.string(),
  /** With its variables filled in; null when the customer speaks first. */
  greeting: v.nullable(v.string()),
  /** The id of the language model in the catalogue. */
  modelId: v.number(),
  /** The names of the models that answer while the first one fails. Absent: the default. */
  fallbackModels: v.optional(v.array(v.string())),
  temperature: v.number(),
  /** The tools in the record of the assistant. */
  assistantTools: v.array(v.object({ type: v.string(), data: v.record(v.string(), v.unknown()) })),
  /** Whether a campaign makes the call. */
  isCampaign: v.boolean(),
  /** Call seconds of silence before a reprompt. */
  reengagementInterval: v.number(),
  /** Call seconds of silence before the goodbye. */
  maxSilenceDuration: v.number(),
  /** The maximum duration of the call in seconds. */
  allowedSeconds: v.number(),
  allowInterruptions: v.boolean(),
  /** As in the state. */
  wordsToInterrupt: v.optional(v.number(), 0),
  /** The phrases to say while the model is slow; null when fillers are off. */
  fillers: v.optional(v.nullable(FillerConfigItem), null),
});

/** The script as stored. Releases before decision 0058 have two other fields for the tools: both are written until none of them runs. */
const StoredScriptItem = v.pipe(
  v.object({
    ...ConversationScriptItem.entries,
    assistantTools: v.optional(ConversationScriptItem.entries.assistantTools),
    isCampaign: v.optional(v.boolean()),
    endCallDescription: v.optional(v.nullable(v.string()), null),
    canRefuseCalls: v.optional(v.boolean(), false),
  }),
  v.transform(({ endCallDescription: description, canRefuseCalls, assistantTools, isCampaign, ...script }) => ({
    ...script,
    assistantTools: assistantTools ?? assistantToolsOf(description),
    isCampaign: isCampaign ?? canRefuseCalls,
  })),
);

export function toScriptItem(script: ConversationScript): v.InferInput<typeof StoredScriptItem> {
  const { assistantTools, isCampaign: canRefuseCalls } = script;
  return { ...script, endCallDescription: endCallDescription(assistantTools), canRefuseCalls };
}

/**
 * What a script is built from: names the version of the assistant instead of holding its prompt, which costs a write unit for each
 * kilobyte. Conversations whose version has no copy, and those of older releases, hold the script itself.
 */
export const ScriptSourceItem = v.object({
  version: v.object({ userId: v.number(), assistantId: v.number(), version: v.number() }),
  /** The variables of the call. */
  variables: JsonText,
  call: v.object({
    clientPhoneNumber: v.string(),
    assistantPhoneNumber: v.string(),
    assistantId: v.number(),
    assistantName: v.string(),
    leadId: v.optional(v.number()),
    allowedSeconds: v.number(),
  }),
  locale: v.string(),
  now: v.number(),
  /** Whether the script has the greeting of the assistant. */
  isGreeted: v.boolean(),
});

export function toScriptSourceItem(
  { call, configuration: { assistant, variables }, locale, now }: ScriptInput,
  script: ConversationScript,
): v.InferInput<typeof ScriptSourceItem> {
  const { clientPhoneNumber, assistantPhoneNumber, assistantId, assistantName, leadId, allowedSeconds } = call;
  return {
    version: { userId: assistant.userId, assistantId: assistant.id, version: assistant.version },
    variables: JSON.stringify(variables),
    call: {
      clientPhoneNumber,
      assistantPhoneNumber,
      assistantId,
      assistantName,
      ...(leadId !== undefined && { leadId }),
      allowedSeconds,
    },
    locale,
    now,
    isGreeted: script.greeting !== null,
  };
}

/** Reads the assistant once in a process, so that this is free for most turns. */
async function scriptFrom(table: Table, stored: v.InferOutput<typeof ScriptSourceItem>): Promise<StoredScript> {
  const { version, variables, call, locale, now, isGreeted } = stored;
  const assistant = await readVersion(table, version);
  if (!assistant) throw new Error(`assistant ${version.assistantId} has no copy of version ${version.version}`);
  const source = { call, configuration: { assistant, variables }, locale, now };
  const script = buildScript(source);
  return { source, script: isGreeted ? script : { ...script, greeting: null } };
}

export interface StoredScript {
  script: ConversationScript;
  /** Undefined if the script itself is stored. */
  source?: ScriptInput;
}

/** @param stored the item, of this or of an older release */
export async function readScript(table: Table, stored: Record<string, unknown>): Promise<StoredScript> {
  if ('systemPrompt' in stored) return { script: v.parse(StoredScriptItem, stored) };
  return scriptFrom(table, v.parse(ScriptSourceItem, stored));
}
