import * as v from 'valibot';
import { readVersion } from '#shared/assistants/assistant-items.ts';
import { assistantToolsOf, endCallDescription } from '#shared/conversations/end-call-tool.ts';
import {
  buildScript,
  ConversationScriptItem,
  type ConversationScript,
  type ScriptInput,
} from '#shared/conversations/script.ts';
import { SpokenForm } from '#shared/conversations/spoken-forms.ts';
import { JsonText, type Table } from '#shared/platform/table/table.ts';

/** Releases before decision 0058 have two other fields for the tools: both are written until none of them runs. */
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

/** Names the version of the assistant instead of holding its prompt, which costs a write unit for each kilobyte. */
export const ScriptSourceItem = v.object({
  version: v.object({ userId: v.number(), assistantId: v.number(), version: v.number() }),
  variables: JsonText,
  visitorVariables: v.optional(v.array(v.string())),
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
  isGreeted: v.boolean(),
  greetingForms: v.optional(v.array(SpokenForm)),
});

export function toScriptSourceItem(
  { call, configuration: { assistant, variables, visitorVariables }, locale, now }: ScriptInput,
  script: ConversationScript,
): v.InferInput<typeof ScriptSourceItem> {
  const { clientPhoneNumber, assistantPhoneNumber, assistantId, assistantName, leadId, allowedSeconds } = call;
  return {
    version: { userId: assistant.userId, assistantId: assistant.id, version: assistant.version },
    variables: JSON.stringify(variables),
    ...(visitorVariables && { visitorVariables }),
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
    ...(script.greetingForms && { greetingForms: script.greetingForms }),
  };
}

/** Reads the assistant once in a process, so that this is free for most turns. */
async function scriptFrom(table: Table, stored: v.InferOutput<typeof ScriptSourceItem>): Promise<StoredScript> {
  const { version, variables, visitorVariables, call, locale, now, isGreeted, greetingForms } = stored;
  const assistant = await readVersion(table, version);
  if (!assistant) throw new Error(`assistant ${version.assistantId} has no copy of version ${version.version}`);
  const source = { call, configuration: { assistant, variables, visitorVariables }, locale, now };
  const script = { ...buildScript(source), ...(greetingForms && { greetingForms }) };
  return { source, script: isGreeted ? script : { ...script, greeting: null } };
}

export interface StoredScript {
  script: ConversationScript;
  source?: ScriptInput;
}

/** Conversations whose version has no copy, and those of older releases, hold the script itself. */
export async function readScript(table: Table, stored: Record<string, unknown>): Promise<StoredScript> {
  if ('systemPrompt' in stored) return { script: v.parse(StoredScriptItem, stored) };
  return scriptFrom(table, v.parse(ScriptSourceItem, stored));
}
