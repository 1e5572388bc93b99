import { findCarrierCall } from '#shared/app/find-carrier-call.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { CarrierRecording } from '#shared/ports/carrier-recordings.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface NoteRecordingDeps {
  calls: CallStore;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

/** Keeps which recording the carrier has of a call, and has it fetched; the first recording stays. */
export async function noteRecording(
  key: CallKey,
  carrierCallId: string,
  { id, state, durationSeconds }: CarrierRecording,
  deps: NoteRecordingDeps,
): Promise<void> {
  const call = await findCarrierCall(key, carrierCallId, deps);
  if (call.recording !== null && call.recording.id !== id) return;
  const now = deps.clock.now();
  if (state === 'ready') {
    if (call.recording === null) await deps.calls.change(key, { recording: { id, durationSeconds } }, now);
    // Queued again for news that came before: the process that noted it may have died in between.
    await deps.queue.send('fetch-recording', key, { groupId: String(key.userId) });
  } else if (state === 'absent' && call.recording === null) {
    await deps.calls.change(key, { recordingAbsentAt: now }, now);
  }
}
