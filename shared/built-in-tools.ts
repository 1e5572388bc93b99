import { conversationCalls, conversations, listedNumbers } from '#shared/container.ts';
import { callTransferTool, type CallTransferToolDeps } from '#shared/conversations/call-transfer-tool.ts';
import { endCallTool } from '#shared/conversations/end-call-tool.ts';
import { waitTool, type WaitToolDeps } from '#shared/conversations/wait-tool.ts';
import { doNotCallTool, type DoNotCallToolDeps } from '#shared/do-not-call/do-not-call-tool.ts';
import { clock } from '#shared/platform/clock.ts';
import { metrics } from '#shared/platform/observability/telemetry.ts';
import { withDeps, type Tool, type ToolDefinition } from '#shared/tools/tool.ts';

export type BuiltInToolDeps = CallTransferToolDeps & DoNotCallToolDeps & WaitToolDeps;

/** In the order in which the model sees them. */
export const builtInTools: ReadonlyArray<ToolDefinition<BuiltInToolDeps>> = [
  callTransferTool,
  endCallTool,
  doNotCallTool,
  waitTool,
];

const deps = (): BuiltInToolDeps => ({
  calls: conversationCalls(),
  conversations: conversations(),
  doNotCall: listedNumbers(),
  clock: clock(),
  metrics,
});

export const tools = (): Tool[] => builtInTools.map((tool) => withDeps(tool, deps));
