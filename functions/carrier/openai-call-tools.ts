import { callTools, useCallTool, type CallToolDeps } from '#shared/app/use-call-tool.ts';
import { defineToolServer } from '#shared/integrations/openai/tool-server.ts';
import { doNotCall } from '#shared/runtime/do-not-call.ts';
import { realtimeDeps } from '#shared/runtime/realtime-deps.ts';
import { isToolsToken } from '#shared/runtime/realtime-tokens.ts';

/** What the speech model can do in the call that it holds: end it, and take the number off the list. */
export const handler = defineToolServer({
  id: 'carrier/openai-call-tools',
  deps: (): CallToolDeps => ({ ...realtimeDeps(), doNotCall: doNotCall(), isToolsToken }),
  tools: (key, token, deps) => callTools(key, token, deps),
  use: (key, name, deps) => useCallTool(key, name, deps),
});
