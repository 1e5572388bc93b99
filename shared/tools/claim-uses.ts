import type { OutsideTool } from '#shared/tools/outside-tool.ts';
import { hashOfUse, type ToolUse, type ToolUseStore, type UseTurn } from '#shared/tools/tool-use.ts';
import type { ToolArguments, ToolCaller } from '#shared/tools/tool.ts';

export interface WantedUse {
  tool: OutsideTool;
  args: ToolArguments;
}

/** What the customer has said, which the run answers. */
export interface UseWords {
  call: ToolCaller;
  turn: string;
  at: number;
}

/** `send`: this run alone may send it. `known`: an earlier one stands for it. */
export type ClaimedUse = WantedUse & { kind: 'send' | 'known'; turn: string; use: ToolUse };

export interface ClaimOptions {
  /** Whether the tool runs in the worker. */
  isForWorker: (tool: OutsideTool) => boolean;
  /** Whether the assistant has told the customer what came of it. */
  isTold: (use: ToolUse) => boolean;
  /** Runs before the first write: what is claimed is settled, even if this run is killed. */
  expectSettlement: () => Promise<void>;
  now: () => number;
}

/** As many as an assistant may have. */
const MOST_IN_TURN = 20;
const MOST_ATTEMPTS = 12;

/** Undefined for a call that is one too many. @throws if others write all the time */
export async function claimUses(
  words: UseWords,
  wanted: readonly WantedUse[],
  { expectSettlement, ...options }: ClaimOptions,
  { toolUses }: { toolUses: ToolUseStore },
): Promise<Array<ClaimedUse | undefined>> {
  let isExpected = false;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const turns = await toolUses.list(words.call);
    const own = turns.find(({ turn }) => turn === words.turn) ?? {
      turn: words.turn,
      at: words.at,
      version: 0,
      uses: [],
    };
    const others = turns.filter(({ turn }) => turn !== words.turn);
    const plan = { ...own, uses: [...own.uses] };
    const claimed = wanted.map((one) => claimOne(one, { words, plan, others }, options));
    if (!claimed.some((one) => one?.kind === 'send')) return claimed;
    if (!isExpected) await expectSettlement();
    isExpected = true;
    if (await toolUses.save(words.call, plan)) return claimed;
  }
  throw new Error('the uses of tools in a turn change all the time');
}

interface Plan {
  words: UseWords;
  /** Changed by each claim. */
  plan: UseTurn;
  others: readonly UseTurn[];
}

function claimOne(
  wanted: WantedUse,
  { words, plan, others }: Plan,
  { isForWorker, isTold, now }: Omit<ClaimOptions, 'expectSettlement'>,
): ClaimedUse | undefined {
  const { tool, args } = wanted;
  const hash = hashOfUse(tool.id, args);
  const before = [...others, plan].flatMap(({ turn, uses }) =>
    uses.filter((use) => use.hash === hash && use.state !== 'cancelled').map((use) => ({ turn, use })),
  );
  const latest = before.at(-1);
  const isAgain = latest !== undefined && mayBeSentAgain(latest, { tool, words, isTold });
  if (latest && !isAgain) return { ...wanted, kind: 'known', ...latest };
  const at = now();
  const state = isForWorker(tool) ? ('waiting' as const) : ('open' as const);
  const times = { at, state, ...(state === 'open' && { openedAt: at }) };
  // Its receiver knows the key, if the first attempt has arrived.
  const isRetried = tool.isSafe && !tool.isRepeatable && latest !== undefined && latest.use.state !== 'done';
  const key = isRetried ? latest.use.key : `use_${words.call.callId}_${words.turn}_${plan.uses.length + 1}`;
  const rest = plan.uses.filter((one) => one.key !== key);
  if (rest.length >= MOST_IN_TURN) return undefined;
  const { id: toolId, name, timeoutMs } = tool;
  const use: ToolUse = {
    key,
    toolId,
    name,
    hash,
    arguments: args,
    timeoutMs,
    ...times,
    ...(isRetried && { isRetry: true }),
  };
  plan.uses = [...rest, use];
  return { ...wanted, kind: 'send', turn: plan.turn, use };
}

interface Asked {
  tool: OutsideTool;
  words: UseWords;
  isTold: ClaimOptions['isTold'];
}

/** Of the same tool with the same arguments. */
function mayBeSentAgain({ turn, use }: { turn: string; use: ToolUse }, { tool, words, isTold }: Asked): boolean {
  if (tool.isRepeatable) return true;
  const isNew = turn !== words.turn && isTold(use);
  if (use.state === 'done') return isNew;
  if (use.state === 'failed') return tool.isSafe || isNew;
  return use.state === 'unknown' && tool.isSafe;
}
