import { tools } from '#shared/built-in-tools.ts';
import { isToolsToken, realtimeDeps, toolUses, userTools } from '#shared/container.ts';
import { defineToolServer } from '#shared/integrations/openai/tool-server.ts';
import { pause } from '#shared/platform/clock.ts';
import { callTools, useCallTool, type CallToolDeps } from '#shared/realtime/realtime-events.ts';
import { sendOutside } from '#shared/send-tool-container.ts';
import { createUserOutsideTools } from '#shared/tools/user-outside-tools.ts';

export const handler = defineToolServer({
  id: 'carrier/openai-call-tools',
  deps: (): CallToolDeps => ({
    ...realtimeDeps(),
    tools: tools(),
    outsideTools: createUserOutsideTools({ userTools: userTools(), send: sendOutside }),
    toolUses: toolUses(),
    isToolsToken,
    pause,
  }),
  tools: (key, token, deps) => callTools(key, token, deps),
  use: (key, used, deps) => useCallTool(key, used, deps),
});
