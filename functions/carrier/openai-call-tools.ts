import { callTools, useCallTool, type CallToolDeps } from '#shared/realtime/realtime-events.ts';
import { defineToolServer } from '#shared/integrations/openai/tool-server.ts';
import { doNotCall, realtimeDeps, isToolsToken } from '#shared/container.ts';

/** What the speech model can do in the call that it holds: end it, and take the number off the list. */
export const handler = defineToolServer({
  id: 'carrier/openai-call-tools',
  deps: (): CallToolDeps => ({ ...realtimeDeps(), doNotCall: doNotCall(), isToolsToken }),
  tools: (key, token, deps) => callTools(key, token, deps),
  use: (key, name, deps) => useCallTool(key, name, deps),
});
