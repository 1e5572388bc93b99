import type { ConversationDeps } from '#shared/app/conversation-deps.ts';
import type { ConversationState } from '#shared/domain/conversation/conversation.ts';

/** Sets the timer of a silence that has just begun: for the assistant to speak again, or to say goodbye if that comes first. */
export async function startSilence(
  { connectionId, generation, silentSince, silenceSeconds: silentSeconds, endingAt }: ConversationState,
  { timer }: Pick<ConversationDeps, 'timer'>,
): Promise<void> {
  if (silentSince === null || endingAt !== null) return;
  const message = { connectionId, generation, timer: 'silence', silentSeconds, silentSince } as const;
  await timer.afterCallSeconds(silentSeconds, 'continue-conversation', message);
}
