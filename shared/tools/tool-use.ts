import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { ToolArguments, ToolCaller } from '#shared/tools/tool.ts';

/**
 * `waiting`: for the worker, and not sent. `open`: sent, or about to be. `failed`: refused by its receiver. `unknown`: it is not known
 * whether it has taken effect. `cancelled`: it was not sent, and never will be.
 */
export const useStates = ['waiting', 'open', 'done', 'failed', 'unknown', 'cancelled'] as const;
export type UseState = (typeof useStates)[number];

/** One use of a tool whose effect is outside of the service. */
const ToolUse = v.object({
  /** Of the effect, the same in each attempt: the receiver gets it as `Idempotency-Key`. */
  key: v.string(),
  toolId: v.number(),
  name: v.string(),
  /** Of the tool and its arguments. */
  hash: v.string(),
  arguments: v.record(v.string(), v.unknown()),
  /** Of a later release: it cannot be known what it means. */
  state: v.fallback(v.picklist(useStates), 'unknown'),
  /** When it was claimed, and when it was sent last. Epoch milliseconds. */
  at: v.number(),
  openedAt: v.optional(v.number()),
  endedAt: v.optional(v.number()),
  timeoutMs: v.number(),
  durationMs: v.optional(v.number()),
  /** What the model was told, shortened. */
  result: v.optional(v.string()),
  /** Whether it was sent before: what an earlier attempt has done is not known. */
  isRetry: v.optional(v.boolean()),
  /** Whether its outcome came behind the turn that called it. */
  isLate: v.optional(v.boolean()),
  variables: v.optional(v.record(v.string(), v.unknown())),
  /** The names of the variables whose values are kept from the model, the transcript and the record. */
  sensitive: v.optional(v.array(v.string())),
});
export type ToolUse = v.InferOutput<typeof ToolUse>;

/** All uses for the same words of the customer, in one item, so that a round of calls is one write. */
export const UseTurnItem = v.object({
  /** The name of the words: every run that answers them finds what the others have sent. */
  turn: v.string(),
  /** When they were said, epoch milliseconds. */
  at: v.number(),
  version: v.number(),
  uses: v.pipe(v.string(), v.parseJson(), v.array(ToolUse)),
});
export type UseTurn = v.InferOutput<typeof UseTurnItem>;

export const toUseTurnItem = (turn: UseTurn): v.InferInput<typeof UseTurnItem> => ({
  ...turn,
  uses: JSON.stringify(turn.uses),
});

/** By call, and not by connection: a call that is connected again goes on in the same list. Kept for a week. */
export interface ToolUseStore {
  /** Strongly consistent, oldest words first. */
  list(call: ToolCaller): Promise<UseTurn[]>;
  get(call: ToolCaller, turn: string): Promise<UseTurn | undefined>;
  /** @param turn with the version that was read, or 0 @returns false if another run has changed it since */
  save(call: ToolCaller, turn: UseTurn): Promise<boolean>;
  /** Idempotent. */
  remove(call: ToolCaller): Promise<void>;
}

/** More runs than can share the words of one turn. */
const MOST_ATTEMPTS = 12;

/** @param change undefined: nothing is to be written @throws if others write all the time */
export async function changeTurn(
  { call, turn }: { call: ToolCaller; turn: string },
  change: (known: UseTurn) => ToolUse[] | undefined,
  { toolUses }: { toolUses: Pick<ToolUseStore, 'get' | 'save'> },
): Promise<UseTurn | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const known = await toolUses.get(call, turn);
    if (!known) return undefined;
    const uses = change(known);
    if (!uses) return known;
    if (await toolUses.save(call, { ...known, uses })) return { ...known, uses, version: known.version + 1 };
  }
  throw new Error('the uses of tools in a turn change all the time');
}

/** The order of the keys of an object means nothing. */
export function hashOfUse(toolId: number, args: ToolArguments): string {
  return createHash('sha256')
    .update(`${toolId} ${JSON.stringify(sorted(args))}`)
    .digest('base64url')
    .slice(0, 22);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, part]) => [name, sorted(part)]);
}

export const isPending = ({ state }: Pick<ToolUse, 'state'>): boolean => state === 'open' || state === 'waiting';

/** Of a use that was not sent, and never will be. What an earlier attempt with its key has done is still not known. */
export const stateUnsent = ({ isRetry }: Pick<ToolUse, 'isRetry'>): 'unknown' | 'cancelled' =>
  isRetry ? 'unknown' : 'cancelled';

/** Arguments and result together. */
const MOST_KEPT = 4_000;

export function keptResult(told: string, args: ToolArguments): string {
  const most = Math.max(200, MOST_KEPT - JSON.stringify(args).length);
  return told.length > most ? `${told.slice(0, most - 2).toWellFormed()} …` : told;
}
