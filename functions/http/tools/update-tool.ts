import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { userToolDeps } from '#shared/tool-container.ts';
import { requireTool, updateUserTool } from '#shared/tools/manage-user-tools.ts';
import { UpdateToolBody } from '#shared/tools/user-tool-body.ts';
import { ToolRecord, toToolRecord } from '#shared/tools/user-tool-record.ts';

const message = 'Tool updated successfully';

export const handler = defineEndpoint({
  id: 'tools/update-tool',
  scope: 'admin',
  summary: 'Update a tool',
  answers: { status: 200, body: messageAnswer(message, ToolRecord) },
  pathId: 'tool_not_found',
  body: UpdateToolBody,
  deps: userToolDeps,
  // An unknown tool is refused before the errors of the body.
  crossFieldErrors: async ({ userId, id }, deps) => {
    await requireTool(userId, id, deps);
    return {};
  },
  handle: async ({ userId, id, body }, deps) =>
    ok({ message, data: toToolRecord(await updateUserTool({ userId, toolId: id, body }, deps)) }),
});
