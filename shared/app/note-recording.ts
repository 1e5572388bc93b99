import { findCarrierCall } from '#shared/app/find-carrier-call.ts';
import type { CallKey, CallRecording } from '#shared/domain/call/call.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';

export interface NoteRecordingDeps {
  calls: CallStore;
  clock: Clock;
  logger: Logger;
}

/** Keeps where the carrier has the recording of a call; the first recording stays. */
export async function noteRecording(
  key: CallKey,
  carrierCallId: string,
  recording: CallRecording,
  deps: NoteRecordingDeps,
): Promise<void> {
  const call = await findCarrierCall(key, carrierCallId, deps);
  if (call.recording === null) await deps.calls.change(key, { recording }, deps.clock.now());
}
