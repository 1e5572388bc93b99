import { doNotCall, isToolsToken, realtimeDeps } from '#shared/container.ts';
import { defineToolServer } from '#shared/integrations/openai/tool-server.ts';
import { callTools, useCallTool, type CallToolDeps } from '#shared/realtime/realtime-events.ts';

/** The tools of the speech model in a call: end the call, and add the number to the do-not-call list. */
export const handler = defineToolServer({
  id: 'carrier/openai-call-tools',
  deps: (): CallToolDeps => ({ ...realtimeDeps(), doNotCall: doNotCall(), isToolsToken }),
  tools: (key, token, deps) => callTools(key, token, deps),
  use: (key, name, deps) => useCallTool(key, name, deps),
});
