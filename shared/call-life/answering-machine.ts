import type { AnsweredBy } from '#shared/calls/call-items.ts';
import { openStatuses } from '#shared/calls/call-status.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import { findCarrierCall } from '#shared/calls/track-call.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import { verdictMessage } from '#shared/conversations/verdict-message.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import { TRANSCRIPTION_SECONDS } from '#shared/realtime/realtime-opening.ts';

export interface RecordAnsweringMachineDeps {
  calls: CallStore;
  conversations: ConversationStore;
  timer: Timer;
  clock: Clock;
  logger: Logger;
}

/** The words that were heard may know better: a worker decides from both. @throws AppError as `findCarrierCall` does */
export async function recordAnsweringMachine(
  key: CallKey,
  { carrierCallId, answeredBy }: { carrierCallId: string; answeredBy: AnsweredBy },
  deps: RecordAnsweringMachineDeps,
): Promise<void> {
  const { timer, clock } = deps;
  await findCarrierCall(key, carrierCallId, deps);
  const call = await deps.calls.change(key, { answeredBy }, clock.now(), openStatuses);
  const connectionId = call?.connectionId ?? null;
  if (!call || call.status === 'ended' || connectionId === null) return;
  const state = await deps.conversations.recordVerdict(connectionId, answeredBy);
  // A conversation that opens later finds the verdict with the call.
  if (!state) return;
  const isMachine = answeredBy === 'machine';
  if (call.mode === 'multimodal') return followInSpeechModel(call, isMachine, deps);
  if (isMachine) await timer.afterCallSeconds(0, 'continue-conversation', verdictMessage(connectionId, clock.now()));
}

/** A model that may have to leave a message is muted until a person is known to listen. */
async function followInSpeechModel(
  { userId, id: callId, realtimeCallId, leavesMessage }: Call,
  isMachine: boolean,
  { timer }: RecordAnsweringMachineDeps,
): Promise<void> {
  if (realtimeCallId === undefined || !(isMachine || leavesMessage === true)) return;
  const message = { userId, callId, realtimeCallId, act: 'answered', silentSeconds: 0 } as const;
  await timer.afterCallSeconds(isMachine ? TRANSCRIPTION_SECONDS : 0, 'steer-realtime', message);
}
