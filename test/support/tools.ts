import type { CallTransferToolDeps } from '#shared/conversations/call-transfer-tool.ts';
import { endCallTool } from '#shared/conversations/end-call-tool.ts';
import type { ToolCall } from '#shared/conversations/language-model.ts';
import type { WaitToolDeps } from '#shared/conversations/wait-tool.ts';
import { doNotCallTool, type DoNotCallToolDeps } from '#shared/do-not-call/do-not-call-tool.ts';
import {
  offeredTools,
  withDeps,
  type CallFacts,
  type OfferableTool,
  type OfferedTool,
  type Tool,
  type ToolArguments,
  type ToolDefinition,
} from '#shared/tools/tool.ts';

type ToolDeps = CallTransferToolDeps & DoNotCallToolDeps & WaitToolDeps;

/** The tools that tests are about. Not the list of the service: a further tool there must not change what they see. */
export const knownTools: ReadonlyArray<ToolDefinition<ToolDeps>> = [endCallTool, doNotCallTool];

/** A list of tools on memory twins, as the container hands it over. */
export const toolsOn = (deps: ToolDeps, list: ReadonlyArray<ToolDefinition<ToolDeps>> = knownTools): Tool[] =>
  list.map((tool) => withDeps(tool, () => deps));

/** What an assistant with an end-call tool has in its record. */
export const endCallSetting = (description = 'When done.') => ({ type: 'end_call' as const, data: { description } });

export const HUMAN = '+12025550120';

/** What an assistant that passes customers on has in its record. */
export const transferSetting = (phone_number = HUMAN, description = 'For bills.') => ({
  type: 'call_transfer' as const,
  data: { phone_number, description, custom: false, timezone: null, warm_transfer: false, warm_transfer_message: null },
});

/** The tools that a model gets in a call. */
export const offered = (facts: Partial<CallFacts>, list: readonly OfferableTool[] = knownTools): OfferedTool[] =>
  offeredTools(list, { mode: 'pipeline', assistantTools: [], isCampaign: false, ...facts });

export const endCallOffer = (description?: string) => offered({ assistantTools: [endCallSetting(description)] });
export const campaignOffer = () => offered({ isCampaign: true });

/** A call of a tool by the model. */
export const toolCall = (name: string, args: ToolArguments = {}): ToolCall => ({
  kind: 'tool_call',
  id: `call-${name}`,
  name,
  arguments: args,
});
