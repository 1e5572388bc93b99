import { AppError } from '#shared/domain/errors/app-error.ts';
import { isSecretOf, parseRecordingToken, recordingState } from '#shared/domain/call/recording-link.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { RecordingStore } from '#shared/ports/recording-store.ts';

export interface OpenRecordingDeps {
  calls: CallStore;
  recordings: RecordingStore;
  clock: Clock;
  retentionDays: number;
}

/** Long enough to follow a redirect and to begin to play, too short to be worth passing on. */
const LINK_SECONDS = 120;
const TRY_AGAIN_SECONDS = 15;

/**
 * Follows the link of a call's record: an address of the audio that works for two minutes.
 * @throws AppError recording_not_found for a wrong link, and for a recording that is no more; recording_not_ready
 */
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
