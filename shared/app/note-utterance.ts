import { findCarrierCall } from '#shared/app/find-carrier-call.ts';
import type { RealtimeDeps } from '#shared/app/realtime-deps.ts';
import { watchSilence } from '#shared/app/watch-silence.ts';
import { isFinal } from '#shared/domain/call/call-status.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import type { ConversationEvent } from '#shared/domain/conversation/conversation.ts';
import { silentSince } from '#shared/domain/conversation/realtime-silence.ts';

export interface Utterance {
  carrierCallId: string;
  speaker: 'customer' | 'assistant';
  text: string;
  /** When the words were over, epoch milliseconds. */
  at: number;
  /** The carrier's own order of what was said. */
  sequence: number;
}

/**
 * The carrier has written down what somebody said in a multimodal call. Words may come before the model has taken the call,
 * twice, late and in any order: the log sorts them. Each begins a new silence, unless later words are known.
 */
export async function noteUtterance(key: CallKey, utterance: Utterance, deps: RealtimeDeps): Promise<void> {
  const { carrierCallId, at } = utterance;
  const call = await findCarrierCall(key, carrierCallId, deps);
  if (isFinal(call.status) && call.hold === 0) {
    deps.metrics.count('TranscriptTooLate');
    deps.logger.warn('words came in after the call was settled', { ...key });
    return;
  }
  await deps.conversations.append(carrierCallId, toEvent(utterance));
  const { realtimeCallId } = call;
  if (realtimeCallId === undefined || call.status !== 'in-progress') return;
  const conversation = await deps.conversations.read(carrierCallId);
  if (!conversation || conversation.state.endingAt !== null) return;
  const { state, script, events } = conversation;
  const msPerCallSecond = deps.clock.callMs(1);
  const intervalMs = deps.clock.callMs(script.reengagementInterval);
  if (silentSince(state.openedAt, events, { intervalMs, msPerCallSecond }) !== at) return;
  await watchSilence({ key, realtimeCallId, since: at, script }, deps);
}

function toEvent({ speaker, text, at, sequence }: Utterance): ConversationEvent {
  return speaker === 'customer'
    ? { kind: 'customer_said', at, text, sequence }
    : { kind: 'assistant_said', at, generation: 0, text, sequence };
}
