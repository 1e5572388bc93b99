import type { ConversationDeps } from '#shared/app/conversation-deps.ts';
import { startSilence } from '#shared/app/start-silence.ts';

/** The customer pressed a key. Nothing is made of the digit, but whoever presses keys is there: a silence begins anew. */
export async function noteKey(
  { connectionId, at }: { connectionId: string; at: number },
  deps: Pick<ConversationDeps, 'conversations' | 'timer'>,
): Promise<void> {
  const state = await deps.conversations.touch(connectionId, at);
  if (state) await startSilence(state, deps);
}
