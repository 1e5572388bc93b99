import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import type { Call, CallKey, CallRecording } from '#shared/domain/call/call.ts';
import { recordingState } from '#shared/domain/call/recording-link.ts';
import type { QueueMessage } from '#shared/messages/queue-messages.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { CarrierRecordings } from '#shared/ports/carrier-recordings.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { RecordingStore } from '#shared/ports/recording-store.ts';

export interface FetchRecordingDeps {
  calls: CallStore;
  carrierRecordings: CarrierRecordings;
  recordings: RecordingStore;
  clock: Clock;
  logger: Logger;
  retentionDays: number;
  /** Whether the carrier's copy is removed once there is ours. */
  removesAtCarrier: boolean;
}

const MAKING_SECONDS = 60;

/**
 * Brings the recording of a call from the carrier into our own store, and removes it there. Safe to run again after a crash
 * at any point: the audio goes to the same place, and the carrier's copy is removed only after the call says that we have it.
 * @throws RetryLater while the carrier is still making the recording
 */
export async function fetchRecording(
  { userId, callId, carrierCallId }: QueueMessage<'fetch-recording'>,
  deps: FetchRecordingDeps,
): Promise<void> {
  const key = { userId, callId };
  const call = await deps.calls.get(key);
  if (!call) return removeTraces(key, carrierCallId, deps);
  const recording = call.recording ?? (await findRecording(call, deps));
  if (!recording) return;
  if (recording.storedAt === undefined && recordingState(call, deps, deps.clock.now()) !== 'gone') {
    await storeRecording(key, recording, deps);
  }
  if (deps.removesAtCarrier) await deps.carrierRecordings.remove(recording.id);
}

/** A call that was deleted while its recording was being made or fetched leaves nothing behind. */
async function removeTraces(
  key: CallKey,
  carrierCallId: string | undefined,
  { recordings, carrierRecordings }: FetchRecordingDeps,
): Promise<void> {
  await recordings.remove(key);
  const left = carrierCallId === undefined ? undefined : await carrierRecordings.find(carrierCallId);
  if (left?.state === 'open') throw new RetryLater('the carrier is still making the recording', MAKING_SECONDS);
  if (left) await carrierRecordings.remove(left.id);
}

/** The carrier's news of the recording was lost: it is asked. */
async function findRecording(call: Call, deps: FetchRecordingDeps): Promise<CallRecording | undefined> {
  if (call.recordingAbsentAt !== undefined || call.carrierCallId === null) return undefined;
  const found = await deps.carrierRecordings.find(call.carrierCallId);
  if (found?.state === 'open') throw new RetryLater('the carrier is still making the recording', MAKING_SECONDS);
  if (found?.state === 'ready') return { id: found.id, durationSeconds: found.durationSeconds };
  const key = { userId: call.userId, callId: call.id };
  deps.logger.warn('a call that should have been recorded was not', { ...key });
  await deps.calls.change(key, { recordingAbsentAt: deps.clock.now() }, deps.clock.now());
  return undefined;
}

async function storeRecording(key: CallKey, recording: CallRecording, deps: FetchRecordingDeps): Promise<void> {
  const audio = await deps.carrierRecordings.open(recording.id);
  if (!audio) throw new Error('the carrier does not have the recording that it told of');
  await deps.recordings.put(key, audio);
  const storedAt = deps.clock.now();
  const changed = await deps.calls.change(key, { recording: { ...recording, storedAt } }, storedAt);
  if (!changed) await deps.recordings.remove(key);
  deps.logger.info('recording stored', { ...key, recordingId: recording.id });
}
