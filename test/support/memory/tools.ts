import type { GuardedAnswer, GuardedSender } from '#shared/platform/http/guarded-transport.ts';
import { MOST_TOOLS_OF_USER, type SealedHeaders, type UserTool, type UserToolStore } from '#shared/tools/user-tool.ts';

export function createMemoryUserToolStore(tools: UserTool[] = []): UserToolStore {
  const stored = tools.map((tool) => structuredClone(tool));
  const secrets = new Map<string, SealedHeaders>();
  const nameOf = (userId: number, toolId: number) => `${userId} ${toolId}`;
  const ofUser = (userId: number) => stored.filter((tool) => tool.userId === userId);
  const find = (userId: number, toolId: number) => ofUser(userId).find(({ id }) => id === toolId);
  const isTaken = ({ userId, name, id }: UserTool) => ofUser(userId).some((one) => one.name === name && one.id !== id);
  return {
    async create(tool, secret) {
      if (find(tool.userId, tool.id)) return 'id_taken';
      if (ofUser(tool.userId).length >= MOST_TOOLS_OF_USER) return 'too_many';
      if (isTaken(tool)) return 'name_taken';
      stored.push(structuredClone(tool));
      secrets.set(nameOf(tool.userId, tool.id), structuredClone(secret));
      return 'created';
    },
    get: async (userId, toolId) => structuredClone(find(userId, toolId)),
    getSome: async (userId, toolIds) =>
      structuredClone(toolIds.map((id) => find(userId, id)).filter((tool) => tool !== undefined)),
    list: async (userId) => structuredClone(ofUser(userId).toSorted((one, other) => other.id - one.id)),
    async replace(before, after, secret) {
      const known = find(before.userId, before.id);
      if (known?.version !== before.version) return 'conflict';
      if (isTaken(after)) return 'name_taken';
      stored.splice(stored.indexOf(known), 1, structuredClone(after));
      secrets.set(nameOf(after.userId, after.id), structuredClone(secret));
      return 'replaced';
    },
    async delete(tool) {
      const known = find(tool.userId, tool.id);
      if (known?.version !== tool.version) return 'conflict';
      stored.splice(stored.indexOf(known), 1);
      secrets.delete(nameOf(tool.userId, tool.id));
      return 'deleted';
    },
    getSecret: async (userId, toolId) => structuredClone(secrets.get(nameOf(userId, toolId))),
  };
}

type SentRequest = Parameters<GuardedSender['send']>[0];

/** Answers each request as scripted, the last answer again and again. */
export function createMemoryToolTransport(script: GuardedAnswer[] = []): GuardedSender & { requests: SentRequest[] } {
  const requests: SentRequest[] = [];
  return {
    requests,
    async send(request) {
      const answer = script[Math.min(requests.length, script.length - 1)];
      requests.push(structuredClone(request));
      return answer ?? { kind: 'answered', status: 200, body: '', retryAfterSeconds: null, durationMs: 1 };
    },
  };
}
