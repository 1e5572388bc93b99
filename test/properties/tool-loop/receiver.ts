import type { OutsideRequest, OutsideResult, OutsideTool } from '#shared/tools/outside-tool.ts';
import type { Chance } from '#test/properties/tool-loop/chance.ts';
import type { VirtualTime } from '#test/properties/tool-loop/virtual-time.ts';

/** One request, as its receiver counts it. */
export interface Received {
  tool: OutsideTool;
  key: string;
  args: string;
  at: number;
  /** Undefined: the service never got an answer. */
  answered?: 'done' | 'failed';
  answeredAt?: number;
}

export interface ToolKind {
  name: string;
  id: number;
  timeoutMs: number;
  isSafe: boolean;
  isRepeatable: boolean;
  waitMessage: string | null;
}

export const kinds: readonly ToolKind[] = [
  { name: 'book', id: 1, timeoutMs: 10_000, isSafe: false, isRepeatable: false, waitMessage: null },
  { name: 'look_up', id: 2, timeoutMs: 5_000, isSafe: true, isRepeatable: false, waitMessage: 'I am looking.' },
  { name: 'order', id: 3, timeoutMs: 30_000, isSafe: false, isRepeatable: false, waitMessage: 'I am ordering.' },
  { name: 'note', id: 4, timeoutMs: 30_000, isSafe: true, isRepeatable: false, waitMessage: null },
  { name: 'count', id: 5, timeoutMs: 3_000, isSafe: false, isRepeatable: true, waitMessage: null },
];

/** Receivers that are slow, fail, answer nothing, or cannot be reached. */
export function createReceiver(time: VirtualTime, chance: Chance, hasFaults: boolean) {
  const received: Received[] = [];
  const send = (tool: OutsideTool) => async (request: OutsideRequest) => {
    const { args, key, limitMs } = request;
    const begunAt = time.clock.now();
    const result = (outcome: OutsideResult['outcome']): OutsideResult => ({
      outcome,
      told: `${tool.name} ${outcome}`,
      variables: {},
      sensitive: [],
      durationMs: time.clock.now() - begunAt,
    });
    if (hasFaults && chance.is(0.08))
      return time.step(
        () => chance.int(1, 50),
        async () => result('unsent'),
      );
    await time.step(
      () => chance.int(1, 80),
      async () => undefined,
    );
    const one: Received = { tool, key, args: JSON.stringify(args), at: time.clock.now() };
    received.push(one);
    const takes = chance.is(0.7) ? chance.int(10, 1_500) : chance.int(1_500, 12_000);
    if ((hasFaults && chance.is(0.12)) || takes > limitMs) {
      return time.step(
        () => limitMs,
        async () => result('unknown'),
      );
    }
    const outcome = hasFaults && chance.is(0.15) ? 'failed' : 'done';
    return time.step(
      () => takes,
      async () => {
        Object.assign(one, { answered: outcome, answeredAt: time.clock.now() });
        return result(outcome);
      },
    );
  };
  const tools = kinds.map((kind): OutsideTool => {
    const tool: OutsideTool = {
      ...kind,
      description: kind.name,
      parameters: { type: 'object', properties: {} },
      endsCall: false,
      offer: () => ({ description: kind.name }),
      isSlow: () => false,
      problemOf: ({ wrong }) => (wrong ? 'The arguments are wrong.' : undefined),
      send: (request) => send(tool)(request),
    };
    return tool;
  });
  return { received, tools };
}
