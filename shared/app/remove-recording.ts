import type { Call } from '#shared/domain/call/call.ts';
import type { CarrierRecordings } from '#shared/ports/carrier-recordings.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { RecordingStore } from '#shared/ports/recording-store.ts';

export interface RemoveRecordingDeps {
  recordings: RecordingStore;
  carrierRecordings: CarrierRecordings;
  queue: Queue;
}

/** Longer than a worker that is fetching the recording at this moment lives. */
const SECOND_LOOK_SECONDS = 300;

/**
 * Removes the recording of a call, here and at the carrier. To be called before the call itself is removed, so that a
 * crash in between leaves a call without a recording and never a recording without a call. One that is being fetched at
 * this moment is removed by the second look, which finds the call gone.
 */
export async function removeRecording(call: Call, deps: RemoveRecordingDeps): Promise<void> {
  if (call.recording === null && call.recordingSecret === undefined) return;
  const key = { userId: call.userId, callId: call.id };
  const message = { ...key, ...(call.carrierCallId !== null && { carrierCallId: call.carrierCallId }) };
  const options = { groupId: String(call.userId), delaySeconds: SECOND_LOOK_SECONDS };
  await deps.queue.send('fetch-recording', message, options);
  await deps.recordings.remove(key);
  const recordingId = call.recording?.id ?? (await findAtCarrier(call, deps));
  if (recordingId !== undefined) await deps.carrierRecordings.remove(recordingId);
}

async function findAtCarrier({ carrierCallId }: Call, { carrierRecordings }: RemoveRecordingDeps) {
  return carrierCallId === null ? undefined : (await carrierRecordings.find(carrierCallId))?.id;
}
