import { userTools } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { requireTool } from '#shared/tools/manage-user-tools.ts';
import { ToolRecord, toToolRecord } from '#shared/tools/user-tool-record.ts';
import type { UserToolStore } from '#shared/tools/user-tool.ts';

export const handler = defineEndpoint({
  id: 'tools/get-tool',
  scope: 'read',
  summary: 'Get a tool',
  answers: { status: 200, body: ToolRecord },
  pathId: 'tool_not_found',
  deps: (): { userTools: Pick<UserToolStore, 'get'> } => ({ userTools: userTools() }),
  handle: async ({ userId, id }, deps) => ok(toToolRecord(await requireTool(userId, id, deps))),
});
