import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { created } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { userToolDeps } from '#shared/tool-container.ts';
import { createUserTool } from '#shared/tools/manage-user-tools.ts';
import { CreateToolBody } from '#shared/tools/user-tool-body.ts';
import { ToolRecord, toToolRecord } from '#shared/tools/user-tool-record.ts';

const message = 'Tool created successfully';

export const handler = defineEndpoint({
  id: 'tools/create-tool',
  scope: 'admin',
  summary: 'Create a tool',
  answers: { status: 201, body: messageAnswer(message, ToolRecord) },
  refusals: ['too_many_tools'],
  body: CreateToolBody,
  deps: userToolDeps,
  handle: async ({ userId, body }, deps) =>
    created({ message, data: toToolRecord(await createUserTool(userId, body, deps)) }),
});
