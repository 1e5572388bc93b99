import type { AnsweredBy } from '#shared/calls/call-items.ts';
import { openStatuses } from '#shared/calls/call-status.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { CallKey } from '#shared/calls/call.ts';
import { findCarrierCall } from '#shared/calls/track-call.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import { verdictMessage } from '#shared/conversations/verdict-message.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface RecordAnsweringMachineDeps {
  calls: CallStore;
  conversations: ConversationStore;
  timer: Timer;
  clock: Clock;
  logger: Logger;
}

/** Call seconds. The carrier writes down what was said after its end, and a verdict comes in the middle of it. */
const TRANSCRIPTION_SECONDS = 4;

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
  if (!state || answeredBy !== 'machine') return;
  if (call.mode !== 'multimodal') {
    return timer.afterCallSeconds(0, 'continue-conversation', verdictMessage(connectionId, clock.now()));
  }
  const { realtimeCallId } = call;
  if (realtimeCallId === undefined) return;
  const message = { ...key, realtimeCallId, act: 'answered', silentSeconds: 0 } as const;
  await timer.afterCallSeconds(TRANSCRIPTION_SECONDS, 'steer-realtime', message);
}
