import type { Conversation, ConversationEvent } from '#shared/conversations/conversation.ts';

/**
 * Whether the models failed in the last turn that they were asked in. An answer of a later turn makes up for it: its event has the times of
 * the model.
 */
export function hasModelFailed({ events }: Pick<Conversation, 'events'>): boolean {
  const failed = lastTurn(events, (event) => event.kind === 'turn_ended' && event.outcome === 'model_failed');
  const answered = lastTurn(events, (event) => event.kind === 'assistant_said' && event.timing !== undefined);
  return failed !== undefined && failed >= (answered ?? 0);
}

function lastTurn(events: readonly ConversationEvent[], isOne: (event: ConversationEvent) => boolean) {
  const turns = events.filter(isOne).flatMap((event) => ('generation' in event ? event.generation : []));
  return turns.length === 0 ? undefined : Math.max(...turns);
}

/**
 * When the prompt arrived whose turn still runs, epoch milliseconds; undefined if none does. Each turn ends with an event: what was said, a
 * failure, or an interruption.
 */
export function openTurnSince({ state, events }: Conversation): number | undefined {
  const prompt = events.findLast(({ kind }) => kind === 'customer_said');
  if (!prompt || state.generation === 0 || state.endingAt !== null) return undefined;
  const isOver = events.some((event) => {
    if (!('generation' in event) || (event.kind === 'assistant_said' && event.filler === true)) return false;
    // The run of an earlier prompt may end after this one has come.
    return event.generation === state.generation || (event.kind !== 'turn_ended' && event.at > prompt.at);
  });
  return isOver ? undefined : prompt.at;
}
