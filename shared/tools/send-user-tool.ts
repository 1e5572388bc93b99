import type { Secrets } from '#shared/platform/secrets.ts';
import type { OutsideRequest, OutsideResult } from '#shared/tools/outside-tool.ts';
import { sendToolRequest, type SendToolDeps, type ToolResult } from '#shared/tools/send-tool-request.ts';
import { buildToolRequest, type ToolRequest } from '#shared/tools/tool-request.ts';
import { openHeaders } from '#shared/tools/tool-secrets.ts';
import { isSafeTool, type UserTool, type UserToolStore } from '#shared/tools/user-tool.ts';

export interface SendUserToolDeps extends SendToolDeps {
  userTools: Pick<UserToolStore, 'getSecret'>;
  secrets: Pick<Secrets, 'get' | 'getLive' | 'match'>;
  pause: (milliseconds: number) => Promise<void>;
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
  if (built.kind === 'refused')
    return { outcome: 'unsent', told: built.problem, variables: {}, sensitive: [], durationMs: 0 };
  return sendAndRepeat(tool, built.request, { id: key, limitMs }, deps);
}

const REPEAT_MS = 300;
/** Of the time that is left: a receiver that has none would only fail again. */
const LEAST_LEFT_MS = 500;

/** Once more with the same key behind an error of the server, if that is safe: most are over in a moment. */
async function sendAndRepeat(
  tool: UserTool,
  request: ToolRequest,
  { id, limitMs }: { id: string; limitMs: number },
  deps: SendUserToolDeps,
): Promise<ToolResult> {
  const first = await sendToolRequest({ tool, request, id, limitMs }, deps);
  const leftMs = Math.min(limitMs, tool.timeoutSeconds * 1000) - first.durationMs - REPEAT_MS;
  if (!isSafeTool(tool) || !isServerError(first) || leftMs < LEAST_LEFT_MS) return first;
  await deps.pause(REPEAT_MS);
  const second = await sendToolRequest({ tool, request, id, limitMs: leftMs }, deps);
  const durationMs = first.durationMs + REPEAT_MS + second.durationMs;
  // What it refused is known of the first one, which has arrived.
  return second.outcome === 'unsent' ? first : { ...second, durationMs };
}

const isServerError = ({ status = 0 }: ToolResult) => status >= 500;
