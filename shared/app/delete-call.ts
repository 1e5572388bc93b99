import { removeRecording, type RemoveRecordingDeps } from '#shared/app/remove-recording.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import { isFinal } from '#shared/domain/call/call-status.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Clock } from '#shared/ports/clock.ts';

export interface DeleteCallDeps extends RemoveRecordingDeps {
  calls: CallStore;
  clock: Clock;
}

/**
 * Deletes a call that is over and settled, with its transcript and its recording; what it has cost stays in the ledger.
 * The recording goes first: a crash in between leaves a call without one, and the same request finishes it.
 * @throws AppError call_not_found, call_not_over
 */
export async function deleteCall(key: CallKey, deps: DeleteCallDeps): Promise<void> {
  const call = await deps.calls.get(key);
  if (!call) throw new AppError('call_not_found');
  if (!isFinal(call.status) || call.hold > 0) throw new AppError('call_not_over');
  await removeRecording(call, deps);
  const outcome = await deps.calls.remove(key, deps.clock.now());
  if (outcome === 'absent') throw new AppError('call_not_found');
  if (outcome === 'open') throw new AppError('call_not_over');
}
