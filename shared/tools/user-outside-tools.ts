import type {
  OutsideRequest,
  OutsideResult,
  OutsideTool,
  OutsideTools,
  Variables,
} from '#shared/tools/outside-tool.ts';
import { buildToolRequest } from '#shared/tools/tool-request.ts';
import { isSafeTool, modelParametersOf, type UserTool, type UserToolStore } from '#shared/tools/user-tool.ts';

export interface UserOutsideDeps {
  userTools: Pick<UserToolStore, 'getSome'>;
  send: (tool: UserTool, request: OutsideRequest) => Promise<OutsideResult>;
}

/** The tools of users as a turn sees them. */
export function createUserOutsideTools({ userTools, send }: UserOutsideDeps): OutsideTools {
  return {
    async load({ userId }, toolIds) {
      const tools = await userTools.getSome(userId, toolIds);
      return (variables) => tools.map((tool) => toOutside(tool, variables, send));
    },
  };
}

function toOutside(tool: UserTool, variables: Variables, send: UserOutsideDeps['send']): OutsideTool {
  const { id, name, description, timeoutSeconds, repeatable, waitMessage } = tool;
  return {
    id,
    name,
    description,
    parameters: modelParametersOf(tool, variables),
    endsCall: false,
    offer: () => ({ description }),
    timeoutMs: timeoutSeconds * 1000,
    isSafe: isSafeTool(tool),
    isRepeatable: repeatable,
    waitMessage,
    isSlow: () => (recentMs.get(id) ?? 0) >= SLOW_MS,
    problemOf(args, given) {
      const built = buildToolRequest(tool, { args, variables: given, secrets: {} });
      return built.kind === 'refused' ? built.problem : undefined;
    },
    async send(request) {
      const result = await send(tool, request);
      noteDuration(id, result.durationMs);
      return result;
    },
  };
}

/** Its words before the call are followed by silence otherwise. */
const SLOW_MS = 1_000;
const MOST_KNOWN = 1_000;
/** What this process knows, newest last: enough to announce a tool that is slow now. */
const recentMs = new Map<number, number>();

function noteDuration(toolId: number, durationMs: number): void {
  const before = recentMs.get(toolId) ?? durationMs;
  recentMs.delete(toolId);
  recentMs.set(toolId, (before + durationMs) / 2);
  const [oldest] = recentMs.keys();
  if (recentMs.size > MOST_KNOWN && oldest !== undefined) recentMs.delete(oldest);
}
