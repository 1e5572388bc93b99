import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { testToolDeps } from '#shared/tool-container.ts';
import { requireTool } from '#shared/tools/manage-user-tools.ts';
import { TestedTool, TestToolBody, testUserTool } from '#shared/tools/test-user-tool.ts';

export const handler = defineEndpoint({
  id: 'tools/test-tool',
  scope: 'admin',
  summary: 'Try a tool without a call',
  answers: { status: 200, body: TestedTool },
  refusals: ['too_many_requests'],
  pathId: 'tool_not_found',
  body: TestToolBody,
  deps: testToolDeps,
  // An unknown tool is refused before the errors of the body.
  crossFieldErrors: async ({ userId, id }, deps) => {
    await requireTool(userId, id, deps);
    return {};
  },
  handle: async ({ userId, id, body }, deps) => {
    const input = { userId, toolId: id, args: body.arguments ?? {}, variables: body.variables ?? {} };
    return ok(await testUserTool(input, deps));
  },
});
