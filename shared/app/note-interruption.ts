import type { ConversationDeps } from '#shared/app/conversation-deps.ts';
import { startSilence } from '#shared/app/start-silence.ts';
import { whenOpen, type WaitDeps } from '#shared/app/when-open.ts';

/**
 * The customer cut the assistant short. Last words are not said again: the line is closed. Otherwise the customer is listened to,
 * and if no word comes (a cough interrupts too), the silence counts from here.
 */
export async function noteInterruption(
  { connectionId, heard, at }: { connectionId: string; heard: string; at: number },
  deps: ConversationDeps & WaitDeps,
): Promise<void> {
  const state = await whenOpen(connectionId, () => deps.conversations.interrupt(connectionId, heard, at), deps);
  if (!state) return;
  if (state.endingAt === null) await startSilence(state, deps);
  else await deps.socket.send(connectionId, { type: 'end' });
}
