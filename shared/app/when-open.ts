import type { ConversationStore } from '#shared/ports/conversation-store.ts';

export interface WaitDeps {
  conversations: ConversationStore;
  pause: (milliseconds: number) => Promise<void>;
}

/** The carrier's frames are handled at once: the customer may speak before the first frame is through, which takes 3 s at most. */
const STEP_MS = 100;
const STEPS = 30;

/**
 * Does something to a conversation; when there is none yet, waits for the frame that opens it and does it then.
 * Undefined when the conversation is never opened, or the change finds nothing to change.
 */
export async function whenOpen<Result>(
  connectionId: string,
  act: () => Promise<Result | undefined>,
  { conversations, pause }: WaitDeps,
): Promise<Result | undefined> {
  const result = await act();
  if (result !== undefined) return result;
  for (let step = 0; step < STEPS; step += 1) {
    if (await conversations.state(connectionId)) return act();
    await pause(STEP_MS);
  }
  return undefined;
}
