import type { OutsideRequest, OutsideResult, OutsideTool, OutsideTools } from '#shared/tools/outside-tool.ts';
import type { ToolUseStore, UseTurn } from '#shared/tools/tool-use.ts';

export function createMemoryToolUses(): ToolUseStore {
  const turns = new Map<string, UseTurn>();
  const nameOf = ({ userId, callId }: { userId: number; callId: number }, turn = '') => `${userId} ${callId} ${turn}`;
  return {
    async list(call) {
      const own = [...turns].filter(([name]) => name.startsWith(nameOf(call)));
      return own.map(([, turn]) => structuredClone(turn)).toSorted((one, other) => one.at - other.at);
    },
    get: async (call, turn) => structuredClone(turns.get(nameOf(call, turn))),
    async save(call, turn) {
      const known = turns.get(nameOf(call, turn.turn));
      if ((known?.version ?? 0) !== turn.version) return false;
      turns.set(nameOf(call, turn.turn), structuredClone({ ...turn, version: turn.version + 1 }));
      return true;
    },
    async remove(call) {
      for (const name of turns.keys()) if (name.startsWith(nameOf(call))) turns.delete(name);
    },
  };
}

type Answer = Partial<OutsideResult> | string;

interface FakeTool {
  name?: string;
  id?: number;
  timeoutMs?: number;
  isSafe?: boolean;
  isRepeatable?: boolean;
  waitMessage?: string | null;
  isSlow?: boolean;
  problem?: string;
  answer?: (request: OutsideRequest) => Answer | Promise<Answer>;
}

/** A tool outside, and its receiver, which keeps what it got. */
export function createFakeTool(own: FakeTool = {}): OutsideTool & { received: OutsideRequest[] } {
  const { name = 'book', id = 81, timeoutMs = 10_000, isSafe = false, isRepeatable = false, waitMessage = null } = own;
  const received: OutsideRequest[] = [];
  return {
    received,
    name,
    id,
    timeoutMs,
    isSafe,
    isRepeatable,
    waitMessage,
    description: 'Books an appointment.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    endsCall: false,
    offer: () => ({ description: 'Books an appointment.' }),
    isSlow: () => own.isSlow ?? false,
    problemOf: () => own.problem,
    async send(request) {
      received.push(structuredClone(request));
      const answer = (await own.answer?.(request)) ?? 'Booked.';
      const given = typeof answer === 'string' ? { told: answer } : answer;
      return { outcome: 'done', told: '', variables: {}, sensitive: [], durationMs: 5, ...given };
    },
  };
}

export const outsideToolsOf = (tools: readonly OutsideTool[]): OutsideTools => ({
  load: async (_, ids) => () => tools.filter(({ id }) => ids.includes(id)),
});
