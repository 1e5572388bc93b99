import * as v from 'valibot';
import { detachTool } from '#shared/assistants/attached-tools.ts';
import type { ChangeDeps } from '#shared/assistants/update-assistant.ts';
import { assistants, userTools } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { deleteUserTool } from '#shared/tools/manage-user-tools.ts';
import type { UserToolStore } from '#shared/tools/user-tool.ts';

const message = 'Tool deleted successfully';

export const handler = defineEndpoint({
  id: 'tools/delete-tool',
  scope: 'admin',
  summary: 'Delete a tool, and detach it from every assistant',
  answers: { status: 200, body: v.strictObject({ message: v.literal(message) }) },
  pathId: 'tool_not_found',
  deps: (): ChangeDeps & { userTools: UserToolStore } => ({
    userTools: userTools(),
    assistants: assistants(),
    clock: clock(),
  }),
  handle: async ({ userId, id }, deps) => {
    const detach = () => detachTool({ userId, toolId: id }, deps);
    await deleteUserTool({ userId, toolId: id }, { ...deps, detach });
    return ok({ message });
  },
});
