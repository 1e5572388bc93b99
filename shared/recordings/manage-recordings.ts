import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call, CallKey, CallRecording } from '#shared/calls/call.ts';
import { findCarrierCall } from '#shared/calls/track-call.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { AppError, RetryLater } from '#shared/platform/errors.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import {
  isSecretOf,
  parseRecordingToken,
  recordingState,
  wholeWav,
  type CarrierRecording,
  type CarrierRecordings,
  type CarrierRecordingsOf,
  type RecordingLinks,
  type RecordingStore,
} from '#shared/recordings/recording.ts';

interface RecordingDeps {
  calls: CallStore;
  recordings: RecordingStore;
  carrierRecordings: CarrierRecordingsOf;
  queue: Queue;
  clock: Clock;
  logger: Logger;
  retentionDays: number;
  removesAtCarrier: boolean;
}

export type FetchRecordingDeps = Omit<RecordingDeps, 'queue'>;

const MAKING_SECONDS = 60;

/** Safe to repeat: the carrier's copy goes when the call refers to ours. @throws RetryLater while it is being made */
export async function fetchRecording(
  { userId, callId, carrierCallId, carrierAccount = DEFAULT_CARRIER_ACCOUNT }: QueueMessage<'fetch-recording'>,
  deps: FetchRecordingDeps,
): Promise<void> {
  const key = { userId, callId };
  const call = await deps.calls.get(key);
  if (!call) return removeTraces(key, carrierCallId, deps.carrierRecordings(carrierAccount), deps);
  const atCarrier = deps.carrierRecordings(call.carrierAccount);
  const recording = call.recording ?? (await findRecording(call, atCarrier, deps));
  if (!recording) return;
  if (recording.storedAt === undefined && recordingState(call, deps, deps.clock.now()) !== 'gone') {
    await storeRecording(key, recording, atCarrier, deps);
  }
  if (deps.removesAtCarrier) await atCarrier.remove(recording.id);
}

async function removeTraces(
  key: CallKey,
  carrierCallId: string | undefined,
  atCarrier: CarrierRecordings,
  { recordings }: FetchRecordingDeps,
): Promise<void> {
  await recordings.remove(key);
  const left = carrierCallId === undefined ? undefined : await atCarrier.find(carrierCallId);
  if (left?.state === 'open') throw new RetryLater('the carrier is still making the recording', MAKING_SECONDS);
  if (left) await atCarrier.remove(left.id);
}

/** For a recording callback that was lost. */
async function findRecording(
  call: Call,
  atCarrier: CarrierRecordings,
  deps: FetchRecordingDeps,
): Promise<CallRecording | undefined> {
  if (call.recordingAbsentAt !== undefined || call.carrierCallId === null) return undefined;
  const found = await atCarrier.find(call.carrierCallId);
  if (found?.state === 'open') throw new RetryLater('the carrier is still making the recording', MAKING_SECONDS);
  if (found?.state === 'ready') return { id: found.id, durationSeconds: found.durationSeconds };
  const key = { userId: call.userId, callId: call.id };
  deps.logger.warn('recording missing at the carrier', { ...key });
  await deps.calls.change(key, { recordingAbsentAt: deps.clock.now() }, deps.clock.now());
  return undefined;
}

async function storeRecording(
  key: CallKey,
  recording: CallRecording,
  atCarrier: CarrierRecordings,
  deps: FetchRecordingDeps,
): Promise<void> {
  const audio = await atCarrier.open(recording.id);
  if (!audio) throw new Error('recording announced by the carrier not found');
  await deps.recordings.put(key, wholeWav(audio));
  const storedAt = deps.clock.now();
  const changed = await deps.calls.change(key, { recording: { ...recording, storedAt } }, storedAt);
  if (!changed) await deps.recordings.remove(key);
  deps.logger.info('recording stored', { ...key, recordingId: recording.id });
}

export type RecordCarrierRecordingDeps = Pick<RecordingDeps, 'calls' | 'queue' | 'clock' | 'logger'>;

export async function recordCarrierRecording(
  key: CallKey,
  carrierCallId: string,
  { id, state, durationSeconds }: CarrierRecording,
  deps: RecordCarrierRecordingDeps,
): Promise<void> {
  const call = await findCarrierCall(key, carrierCallId, deps);
  if (call.recording !== null && call.recording.id !== id) return;
  const now = deps.clock.now();
  if (state === 'ready') {
    if (call.recording === null) await deps.calls.announceRecording(key, { id, durationSeconds });
    // A repeated callback queues again: the first one may have crashed before this point.
    await deps.queue.send('fetch-recording', key, { groupId: String(key.userId) });
  } else if (state === 'absent' && call.recording === null) {
    await deps.calls.change(key, { recordingAbsentAt: now }, now);
  }
}

export type OpenRecordingDeps = Pick<RecordingDeps, 'calls' | 'clock' | 'retentionDays'> & {
  recordings: RecordingLinks;
};

/** Long enough to follow a redirect and start playback, too short to share. */
const LINK_SECONDS = 120;
const TRY_AGAIN_SECONDS = 15;

/** @throws AppError recording_not_found for a wrong token or an expired recording; recording_not_ready */
export async function openRecording(token: string, deps: OpenRecordingDeps): Promise<string> {
  const named = parseRecordingToken(token);
  const call = named && (await deps.calls.get(named.key));
  if (!named || !call || !isSecretOf(call, named.secret)) throw new AppError('recording_not_found');
  switch (recordingState(call, deps, deps.clock.now())) {
    case 'stored':
      return deps.recordings.link(named.key, { seconds: LINK_SECONDS, fileName: `call-${call.id}.wav` });
    case 'awaited':
      throw new AppError('recording_not_ready', { retryAfterSeconds: TRY_AGAIN_SECONDS });
    default:
      throw new AppError('recording_not_found');
  }
}

export type RemoveRecordingDeps = Pick<RecordingDeps, 'carrierRecordings' | 'queue'> & { recordings: RecordingLinks };

/** Longer than the timeout of a worker that may be fetching the recording now. */
const SECOND_LOOK_SECONDS = 300;

/** Before the call is deleted: no crash leaves a recording without a call. The second run deletes a late copy. */
export async function removeRecording(call: Call, deps: RemoveRecordingDeps): Promise<void> {
  if (call.recording === null && call.recordingSecret === undefined) return;
  const key = { userId: call.userId, callId: call.id };
  const { carrierAccount } = call;
  const message = { ...key, ...(call.carrierCallId !== null && { carrierCallId: call.carrierCallId, carrierAccount }) };
  const options = { groupId: String(call.userId), delaySeconds: SECOND_LOOK_SECONDS };
  await deps.queue.send('fetch-recording', message, options);
  await deps.recordings.remove(key);
  const recordingId = call.recording?.id ?? (await findAtCarrier(call, deps));
  if (recordingId !== undefined) await deps.carrierRecordings(carrierAccount).remove(recordingId);
}

async function findAtCarrier({ carrierCallId, carrierAccount }: Call, { carrierRecordings }: RemoveRecordingDeps) {
  return carrierCallId === null ? undefined : (await carrierRecordings(carrierAccount).find(carrierCallId))?.id;
}
