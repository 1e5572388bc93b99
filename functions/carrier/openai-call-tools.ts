import { callTools, useEndCall, type CallToolDeps } from '#shared/app/use-call-tool.ts';
import { defineToolServer } from '#shared/http/define-tool-server.ts';
import { realtimeDeps } from '#shared/runtime/realtime-deps.ts';
import { isToolsToken } from '#shared/runtime/realtime-tokens.ts';

/** What the speech model can do in the call that it holds: end it. */
export const handler = defineToolServer({
  id: 'carrier/openai-call-tools',
  deps: (): CallToolDeps => ({ ...realtimeDeps(), isToolsToken }),
  tools: (key, token, deps) => callTools(key, token, deps),
  use: (key, _name, deps) => useEndCall(key, deps),
});
