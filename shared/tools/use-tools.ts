import type { Clock } from '#shared/platform/clock.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import {
  claimUses,
  type ClaimedUse,
  type ClaimOptions,
  type UseWords,
  type WantedUse,
} from '#shared/tools/claim-uses.ts';
import type { OutsideResult, OutsideTool, Variables } from '#shared/tools/outside-tool.ts';
import {
  changeTurn,
  isPending,
  keptResult,
  stateUnsent,
  type ToolUse,
  type ToolUseStore,
} from '#shared/tools/tool-use.ts';

export interface UseToolsDeps {
  toolUses: ToolUseStore;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  pause: (milliseconds: number) => Promise<void>;
}

export interface UseRound {
  words: UseWords;
  wanted: readonly WantedUse[];
  /** Of the call, with what tools have found out. */
  variables: Variables;
  /** Epoch milliseconds. A tool that may take longer runs in the worker. */
  until: number;
  /** False: all run here, and have no more than that time. */
  hasWorker?: boolean;
  isTold: ClaimOptions['isTold'];
  /** Whether the customer has not spoken since. What is not sent by then is not sent. */
  mayRun: () => Promise<boolean>;
}

/** What the model is told, in the order of the calls. `interrupted`: nothing was sent. */
export type UsedTools = { kind: 'used'; told: string[] } | { kind: 'interrupted' };

/** Longer than any function that answers a turn: a run that still works has ended by then. */
export const SETTLE_MS = 30_000;

/** The longest that the worker may be late, and take. */
const WORKER_MS = 15_000;

export const STILL_RUNS =
  'It runs, and its result is not known yet. It comes by itself. Tell the customer in a few words that you are waiting for it. Do not call it again, and do not guess the result.';
export const NOT_KNOWN =
  'It is not known whether it has done anything. Do not call it again: tell the customer that you do not know whether it worked.';
export const NOT_RUN = 'It was not run, and has done nothing.';
const TOO_MANY = 'It was not run: too many tools were called for these words of the customer.';
const TOO_LONG = 'The arguments are too long: write less.';
/** Of the arguments, as JSON. A model can hardly write more in an answer. */
const MOST_ARGUMENTS = 3_000;

/** Sends what no run has sent before, all at once, and waits for what others have sent. */
export async function useTools(round: UseRound, deps: UseToolsDeps): Promise<UsedTools> {
  const problems = round.wanted.map(({ tool, args }) => problemOf(tool, args, round.variables));
  const sound = round.wanted.filter((_, index) => problems[index] === undefined);
  const claimed = sound.length === 0 ? [] : await claim({ ...round, wanted: sound }, deps);
  const mine = claimed.flatMap((one) => (one?.kind === 'send' ? [one] : []));
  if (!(await round.mayRun())) {
    await cancel(round.words, mine, deps);
    return { kind: 'interrupted' };
  }
  const [own, known] = await Promise.all([
    runOwn(round, mine, deps),
    Promise.all(claimed.map(async (one) => (one?.kind === 'known' ? awaitKnown(round, one, deps) : undefined))),
  ]);
  const results = claimed.map((one, index) => {
    if (!one) return TOO_MANY;
    return one.kind === 'known' ? (known[index] ?? STILL_RUNS) : (own.get(one.use.key) ?? STILL_RUNS);
  });
  return { kind: 'used', told: problems.map((problem) => problem ?? results.shift() ?? NOT_RUN) };
}

function problemOf(tool: OutsideTool, args: WantedUse['args'], variables: Variables): string | undefined {
  if (JSON.stringify(args).length > MOST_ARGUMENTS) return TOO_LONG;
  return tool.problemOf(args, variables);
}

function claim(round: UseRound, { timer, clock, ...deps }: UseToolsDeps) {
  const { words, wanted, until, hasWorker = true, isTold } = round;
  const isForWorker = ({ timeoutMs }: OutsideTool) => hasWorker && clock.now() + timeoutMs > until;
  const longest = Math.max(...wanted.map(({ tool }) => (isForWorker(tool) ? tool.timeoutMs + WORKER_MS : 0)));
  const message = { ...words.call, turn: words.turn, act: 'settle' } as const;
  const expectSettlement = () => timer.at(clock.now() + SETTLE_MS + longest, 'run-tool', message);
  return claimUses(words, wanted, { isForWorker, isTold, expectSettlement, now: () => clock.now() }, deps);
}

async function cancel({ call, turn }: UseWords, mine: readonly ClaimedUse[], deps: UseToolsDeps): Promise<void> {
  if (mine.length === 0) return;
  const keys = new Set(mine.map(({ use }) => use.key));
  const endedAt = deps.clock.now();
  const cancelled = (use: ToolUse): ToolUse => (keys.has(use.key) ? { ...use, state: stateUnsent(use), endedAt } : use);
  await changeTurn({ call, turn }, ({ uses }) => uses.map(cancelled), deps);
}

/** Returns what the model is told, by key. One write has the outcomes of all. */
async function runOwn(
  { words, variables, until }: UseRound,
  mine: readonly ClaimedUse[],
  deps: UseToolsDeps,
): Promise<Map<string, string>> {
  const here = mine.filter(({ use }) => use.state === 'open');
  const elsewhere = mine.filter(({ use }) => use.state === 'waiting');
  const { timer, clock, logger } = deps;
  const [results] = await Promise.all([
    Promise.all(
      here.map(async ({ tool, args, use }) => {
        logger.info('tool called', { ...words.call, tool: tool.name });
        return [
          use.key,
          await sendOnce(
            tool,
            { args, variables, key: use.key, limitMs: Math.min(tool.timeoutMs, until - clock.now()) },
            deps,
          ),
        ] as const;
      }),
    ),
    Promise.all(
      elsewhere.map(({ use }) =>
        timer.at(clock.now(), 'run-tool', { ...words.call, turn: words.turn, act: 'run', key: use.key }),
      ),
    ),
  ]);
  if (results.length > 0) await storeResults(words, new Map(results), deps);
  return new Map(results.map(([key, { told }]) => [key, told]));
}

/** A fault of our own is told as one whose outcome is not known. */
export async function sendOnce(
  tool: OutsideTool,
  request: Parameters<OutsideTool['send']>[0],
  { logger, clock }: Pick<UseToolsDeps, 'logger' | 'clock'>,
): Promise<OutsideResult> {
  const begunAt = clock.now();
  try {
    return await tool.send(request);
  } catch (error) {
    const problem = error instanceof Error ? error.name : 'unknown';
    logger.error('tool failed', { tool: tool.name, problem });
    const durationMs = clock.now() - begunAt;
    return { outcome: 'unknown', told: NOT_KNOWN, variables: {}, sensitive: [], durationMs };
  }
}

export async function storeResults(
  { call, turn }: Pick<UseWords, 'call' | 'turn'>,
  results: ReadonlyMap<string, OutsideResult>,
  deps: Pick<UseToolsDeps, 'toolUses' | 'clock'>,
  more: Pick<ToolUse, 'isLate'> = {},
) {
  const endedAt = deps.clock.now();
  const ended = (use: ToolUse): ToolUse => {
    const result = results.get(use.key);
    // Settled meanwhile: what is known is better than `unknown`, and nothing else changes.
    if (!result || !(isPending(use) || use.state === 'unknown')) return use;
    const { outcome, told, variables, sensitive, durationMs } = result;
    return {
      ...use,
      ...more,
      state: outcome === 'unsent' ? stateUnsent(use) : outcome,
      result: keptResult(told, use.arguments),
      endedAt,
      durationMs,
      ...(Object.keys(variables).length > 0 && { variables, sensitive }),
    };
  };
  return changeTurn({ call, turn }, ({ uses }) => uses.map(ended), deps);
}

const STEP_MS = 250;

/** Of a use that another run has sent, or this one for earlier words. */
async function awaitKnown({ words, until }: UseRound, { turn, use }: ClaimedUse, deps: UseToolsDeps): Promise<string> {
  let latest = use;
  while (isPending(latest) && deps.clock.now() < until) {
    await deps.pause(STEP_MS);
    const known = await deps.toolUses.get(words.call, turn);
    latest = known?.uses.find(({ key }) => key === use.key) ?? { ...use, state: 'unknown' };
  }
  return toldOf(latest);
}

export function toldOf({ state, result }: ToolUse): string {
  if (isPending({ state })) return STILL_RUNS;
  if (state === 'cancelled') return result ?? NOT_RUN;
  return state === 'unknown' ? NOT_KNOWN : (result ?? 'Done.');
}
