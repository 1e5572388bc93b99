import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call, CalledTool } from '#shared/calls/call.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import { isPending, type ToolUse, type ToolUseStore, type UseTurn } from '#shared/tools/tool-use.ts';

const MOST_CALLS = 50;
/** Beside the transcript, in an item of 400 KB. */
const MOST_BYTES = 60_000;
const LONGEST_TEXT = 4_000;
const SHORTEST_TEXT = 60;

/** What the record of a call shows, in the order in which the model called. */
function calledTools(turns: readonly UseTurn[]): CalledTool[] {
  const uses = turns.flatMap((turn) => turn.uses).toSorted((one, other) => one.at - other.at);
  let kept = uses.slice(0, MOST_CALLS).map((use) => toCalled(use, LONGEST_TEXT));
  for (let longest = LONGEST_TEXT / 2; bytesOf(kept) > MOST_BYTES && longest >= SHORTEST_TEXT; longest /= 2) {
    kept = uses.slice(0, MOST_CALLS).map((use) => toCalled(use, longest));
  }
  return kept;
}

function toCalled({ name, arguments: args, state, durationMs, result = '' }: ToolUse, longest: number): CalledTool {
  const isLong = JSON.stringify(args).length > longest;
  // No more will be known of it.
  const status = isPending({ state }) ? 'unknown' : state;
  return {
    name,
    arguments: isLong ? { shortened: shorten(JSON.stringify(args), longest) } : args,
    status,
    durationMs: durationMs ?? null,
    result: shorten(result, longest),
  };
}

const shorten = (text: string, most: number) => (text.length > most ? `${text.slice(0, most).toWellFormed()} …` : text);

const bytesOf = (calls: readonly CalledTool[]) => Buffer.byteLength(JSON.stringify(calls));

/** A use that a run or the worker may still end. Its message settles it later than this only if queues are late. */
const LONGEST_USE_MS = 60_000;
const LOOK_AGAIN_SECONDS = 3;

function mayStillEnd(turns: readonly UseTurn[], now: number): boolean {
  return turns.some(({ uses }) => uses.some((use) => isPending(use) && now - use.at < LONGEST_USE_MS));
}

/** What they have done is a part of the record. @throws RetryLater while one may still end */
export async function readToolCalls(
  { userId, id: callId }: Call,
  { toolIds }: Assistant,
  { toolUses, clock }: { toolUses: Pick<ToolUseStore, 'list'>; clock: Clock },
): Promise<CalledTool[]> {
  if (toolIds.length === 0) return [];
  const uses = await toolUses.list({ userId, callId });
  if (mayStillEnd(uses, clock.now())) throw new RetryLater('a tool still runs', LOOK_AGAIN_SECONDS);
  return calledTools(uses);
}
