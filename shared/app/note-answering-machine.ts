import { findCarrierCall } from '#shared/app/find-carrier-call.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { AnsweredBy, Call, CallKey } from '#shared/domain/call/call.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Carrier } from '#shared/ports/carrier.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { Timer } from '#shared/ports/timer.ts';

export interface NoteAnsweringMachineDeps {
  calls: CallStore;
  carrier: Carrier;
  conversations: ConversationStore;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  queue: Queue;
}

/** In which the carrier normally ends the call that it is told to end. */
const HANG_UP_SECONDS = 2;

/** The carrier has heard who picked up. A machine ends the call if the assistant is set so, and that end is the assistant's. */
export async function noteAnsweringMachine(
  key: CallKey,
  verdict: { carrierCallId: string; answeredBy: AnsweredBy },
  deps: NoteAnsweringMachineDeps,
): Promise<void> {
  const { carrierCallId, answeredBy } = verdict;
  await findCarrierCall(key, carrierCallId, deps);
  const open = ['initiated', 'ringing', 'in-progress', 'ended'] as const;
  const call = await deps.calls.change(key, { answeredBy }, deps.clock.now(), open);
  if (!call || call.status === 'ended') return;
  if (answeredBy !== 'machine') return letGreet(call, deps);
  const configuration = await deps.calls.getConfiguration(key);
  if (configuration?.assistant.endCallOnVoicemail !== true) return;
  // Noted first: a conversation that opens at this moment looks whether it is to be held at all.
  await deps.calls.noteEndedBy(key, 'assistant');
  await silence(key, configuration.assistant, deps);
  await deps.carrier.hangUp(carrierCallId);
}

/** From here on the mailbox hears no new word, and the line is closed even if the carrier does not do it. */
async function silence(key: CallKey, { mode }: Assistant, deps: NoteAnsweringMachineDeps): Promise<void> {
  const connectionId = (await deps.calls.get(key))?.connectionId ?? null;
  if (connectionId === null) return;
  await deps.conversations.beginEnding(connectionId, deps.clock.now());
  if (mode !== 'pipeline') return;
  const message = { connectionId, generation: 0, timer: 'hang_up', silentSeconds: 0 } as const;
  await deps.timer.afterCallSeconds(HANG_UP_SECONDS, 'continue-conversation', message);
}

/** A speech model that has taken the call already waits for this, lest it talks to a mailbox. */
async function letGreet(
  { userId, id: callId, realtimeCallId }: Call,
  { queue }: NoteAnsweringMachineDeps,
): Promise<void> {
  if (realtimeCallId === undefined) return;
  const message = { userId, callId, realtimeCallId, act: 'greet', silentSeconds: 0 } as const;
  await queue.send('steer-realtime', message, { groupId: String(userId) });
}
