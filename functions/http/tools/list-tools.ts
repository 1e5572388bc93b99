import * as v from 'valibot';
import { userTools } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { ToolRecord, toToolRecord } from '#shared/tools/user-tool-record.ts';
import type { UserToolStore } from '#shared/tools/user-tool.ts';

export const handler = defineEndpoint({
  id: 'tools/list-tools',
  scope: 'read',
  summary: 'List the tools',
  answers: { status: 200, body: v.array(ToolRecord) },
  deps: (): { userTools: Pick<UserToolStore, 'list'> } => ({ userTools: userTools() }),
  handle: async ({ userId }, deps) => ok((await deps.userTools.list(userId)).map(toToolRecord)),
});
