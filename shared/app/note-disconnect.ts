import { isFinal } from '#shared/domain/call/call-status.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import type { Timer } from '#shared/ports/timer.ts';

export interface NoteDisconnectDeps {
  conversations: ConversationStore;
  calls: CallStore;
  timer: Timer;
}

/** Call seconds in which the carrier's last status callback normally arrives. */
const LAST_CALLBACK_SECONDS = 10;

/** The carrier has closed the conversation: if its last callback is lost, the carrier is asked how the call stands. */
export async function noteDisconnect(connectionId: string, deps: NoteDisconnectDeps): Promise<void> {
  const state = await deps.conversations.state(connectionId);
  const call = state && (await deps.calls.get(state.call));
  if (!state || !call || call.status === 'ended' || isFinal(call.status)) return;
  await deps.timer.afterCallSeconds(LAST_CALLBACK_SECONDS, 'check-call', state.call);
}
