import type { ConversationDeps } from '#shared/app/conversation-deps.ts';
import { startSilence } from '#shared/app/start-silence.ts';
import type { ConversationState } from '#shared/domain/conversation/conversation.ts';
import { whenOpen, type WaitDeps } from '#shared/app/when-open.ts';

export type NoteVoiceDeps = ConversationDeps & WaitDeps;

/** A voice that stops sooner after the last words were sent was still speaking the words before them. */
const LAST_WORDS_SECONDS = 0.25;

/** The carrier's voice, speaking for the assistant, began or stopped. When the last words are spoken, the line is closed. */
export async function noteVoice(
  { connectionId, voice, at }: { connectionId: string; voice: 'began' | 'stopped'; at: number },
  deps: NoteVoiceDeps,
): Promise<void> {
  const { conversations, socket, clock } = deps;
  if (voice === 'began' && isKnown(await conversations.state(connectionId))) return;
  const changed = await whenOpen(connectionId, () => conversations.noteVoice(connectionId, voice, at), deps);
  if (voice === 'began') return;
  const state = changed ?? (await conversations.state(connectionId));
  const endingAt = state?.endingAt ?? null;
  if (endingAt === null) {
    if (changed) await startSilence(changed, deps);
  } else if (at >= endingAt + clock.callMs(LAST_WORDS_SECONDS)) {
    await socket.send(connectionId, { type: 'end' });
  }
}

/** The words of the customer have ended the silence already, and nobody asks whether the voice is heard: most voices need no write. */
function isKnown(state: ConversationState | undefined): boolean {
  return state !== undefined && state.silentSince === null && state.wordsToInterrupt === 0;
}
