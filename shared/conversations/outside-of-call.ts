import type { Conversation, ConversationDeps } from '#shared/conversations/conversation.ts';
import { systemVariables } from '#shared/conversations/script.ts';
import { foundVariables } from '#shared/conversations/tool-memory.ts';
import type { OutsideTool, Variables } from '#shared/tools/outside-tool.ts';
import type { UseTurn } from '#shared/tools/tool-use.ts';

export interface Outside {
  tools: OutsideTool[];
  /** What they have done in this call. */
  uses: UseTurn[];
  variables: Variables;
}

export type OutsideDeps = Pick<ConversationDeps, 'outsideTools' | 'toolUses' | 'calls'>;

const none: Outside = { tools: [], uses: [], variables: {} };

/** The tools of the user in this call. Most calls have none, and read nothing. */
export async function outsideOf(conversation: Conversation, deps: OutsideDeps): Promise<Outside> {
  const { state, script } = conversation;
  if (script.toolIds === undefined) return none;
  const [uses, own, toolsFor] = await Promise.all([
    deps.toolUses.list(state.call),
    variablesOf(conversation, deps),
    deps.outsideTools.load(state.call, script.toolIds),
  ]);
  const variables = { ...own.given, ...foundVariables(uses), ...own.system };
  return { tools: toolsFor(variables), uses, variables };
}

/** Most conversations know what their script was built from. */
async function variablesOf({ state, script, source }: Conversation, { calls }: Pick<OutsideDeps, 'calls'>) {
  const [call, configuration] = source
    ? [source.call, source.configuration]
    : await Promise.all([calls.get(state.call), calls.getConfiguration(state.call)]);
  if (!call || !configuration) return { given: {}, system: {} };
  const { timezone } = configuration.assistant;
  const now = source?.now ?? state.openedAt;
  return { given: configuration.variables, system: systemVariables(call, timezone, script.locale, now) };
}
