import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallChange, CallStore } from '#shared/calls/call-store.ts';
import {
  isFinal,
  statusesBefore,
  isOver,
  toCallStatus,
  type CallStatus,
  type Call,
  type CallKey,
  type CarrierStatus,
  type AnsweredBy,
} from '#shared/calls/call.ts';
import type { Carrier } from '#shared/calls/carrier.ts';
import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface CarrierProgress {
  key: CallKey;
  status: CarrierStatus;
  /** Null when the call's id at the carrier is not known. */
  carrierCallId: string | null;
  durationSeconds: number;
}

export interface ApplyCarrierProgressDeps {
  calls: CallStore;
  queue: Queue;
  clock: Clock;
}

/** Late news of who hung up arrives within this time of the end of the line. */
const SETTLING_SECONDS = 2;

/**
 * Moves a call to where the carrier says it is, if that is forward; late, repeated and reordered news change nothing.
 * When the line is down the rest of the story is queued, again on every repeat until it is told, so that a crash in between loses nothing.
 * Gives the call after the change; undefined when nothing changed.
 */
export async function applyCarrierProgress(
  progress: CarrierProgress,
  deps: ApplyCarrierProgressDeps,
): Promise<Call | undefined> {
  const { key } = progress;
  const next = toCallStatus(progress.status);
  const now = deps.clock.now();
  const from = next === 'initiated' ? [next] : statusesBefore(next);
  const changed =
    (await deps.calls.change(key, changeFor(next, progress, now), now, from)) ??
    (await failUnanswered(progress, now, deps));
  if (!isOver(progress.status)) return changed;
  const call = changed ?? (await deps.calls.get(key));
  if (call && needsFinishing(call)) {
    await queueFinish(key, call.status, deps.queue);
    await queueSlotRelease(call, deps.queue);
  }
  return changed;
}

/**
 * A call that came in is in progress as soon as the carrier has been told what to do with it. A caller who has hung up by
 * then was never on the line: the carrier's last word is that nobody answered, which no call in progress can become.
 */
async function failUnanswered(
  { key, status, durationSeconds }: CarrierProgress,
  now: number,
  deps: ApplyCarrierProgressDeps,
) {
  if (!['busy', 'no-answer', 'canceled'].includes(status)) return undefined;
  const call = await deps.calls.get(key);
  if (call?.type !== 'inbound' || call.connectionId !== null) return undefined;
  return deps.calls.change(key, { status: 'failed', endedAt: now, durationSeconds }, now, ['in-progress']);
}

function changeFor(next: CallStatus, progress: CarrierProgress, now: number): CallChange {
  return {
    status: next,
    ...(progress.carrierCallId === null ? {} : { carrierCallId: progress.carrierCallId }),
    ...(next === 'in-progress' ? { answeredAt: now } : {}),
    ...(progress.status === 'canceled' ? { wasCancelled: true } : {}),
    ...(next === 'ended' || isFinal(next) ? { endedAt: now, durationSeconds: progress.durationSeconds } : {}),
  };
}

/** A campaign's line is down, and its story takes some seconds more: the next lead need not wait for that. */
async function queueSlotRelease({ userId, id, campaignId, leadId, status }: Call, queue: Queue): Promise<void> {
  if (campaignId === null || leadId === undefined || status !== 'ended') return;
  await queue.send('dial-campaign', { userId, campaignId, endedCallId: id }, { groupId: String(userId) });
}

/** Whether the line is down and the call is not settled yet. */
export function needsFinishing(call: Call): boolean {
  return call.hold > 0 && (call.status === 'ended' || isFinal(call.status));
}

export async function queueFinish(key: CallKey, status: CallStatus, queue: Queue): Promise<void> {
  await queue.send('finish-call', key, {
    groupId: String(key.userId),
    delaySeconds: status === 'ended' ? SETTLING_SECONDS : 0,
  });
}

/**
 * The call that a callback of the carrier is about.
 * @throws AppError call_not_found when there is no such call; forbidden when it is another call at the carrier
 */
export async function findCarrierCall(
  key: CallKey,
  carrierCallId: string,
  deps: { calls: CallStore; logger: Logger },
): Promise<Call> {
  const call = await deps.calls.get(key);
  if (!call) {
    deps.logger.warn('the carrier called back about an unknown call', { ...key });
    throw new AppError('call_not_found');
  }
  if (call.carrierCallId !== null && call.carrierCallId !== carrierCallId) {
    deps.logger.warn('the carrier called back under another id', { ...key });
    throw new AppError('forbidden');
  }
  return call;
}

export interface RecordAnsweringMachineDeps {
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
export async function recordAnsweringMachine(
  key: CallKey,
  verdict: { carrierCallId: string; answeredBy: AnsweredBy },
  deps: RecordAnsweringMachineDeps,
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
  await deps.calls.recordEndedBy(key, 'assistant');
  await silence(key, configuration.assistant, deps);
  await deps.carrier.hangUp(carrierCallId);
}

/** From here on the mailbox hears no new word, and the line is closed even if the carrier does not do it. */
async function silence(key: CallKey, { mode }: Assistant, deps: RecordAnsweringMachineDeps): Promise<void> {
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
  { queue }: RecordAnsweringMachineDeps,
): Promise<void> {
  if (realtimeCallId === undefined) return;
  const message = { userId, callId, realtimeCallId, act: 'greet', silentSeconds: 0 } as const;
  await queue.send('steer-realtime', message, { groupId: String(userId) });
}
