import type { Secrets } from '#shared/platform/secrets.ts';
import type { OutsideRequest, OutsideResult } from '#shared/tools/outside-tool.ts';
import { sendToolRequest, type SendToolDeps } from '#shared/tools/send-tool-request.ts';
import { buildToolRequest } from '#shared/tools/tool-request.ts';
import { openHeaders } from '#shared/tools/tool-secrets.ts';
import type { UserTool, UserToolStore } from '#shared/tools/user-tool.ts';

export interface SendUserToolDeps extends SendToolDeps {
  userTools: Pick<UserToolStore, 'getSecret'>;
  secrets: Pick<Secrets, 'get' | 'getLive' | 'match'>;
}

export async function sendUserTool(
  tool: UserTool,
  { args, variables, key, limitMs }: OutsideRequest,
  deps: SendUserToolDeps,
): Promise<OutsideResult> {
  const owner = { userId: tool.userId, toolId: tool.id };
  const sealed = await deps.userTools.getSecret(owner.userId, owner.toolId);
  const secrets = sealed ? await openHeaders(sealed, owner, deps) : {};
  const built = buildToolRequest(tool, { args, variables, secrets });
  if (built.kind === 'request') return sendToolRequest({ tool, request: built.request, id: key, limitMs }, deps);
  return { outcome: 'unsent', told: built.problem, variables: {}, sensitive: [], durationMs: 0 };
}
