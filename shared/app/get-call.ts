import { toCallRecord, type CallRecord } from '#shared/domain/call/call-record.ts';
import { emptyCallBody, type CallKey } from '#shared/domain/call/call.ts';
import { shownRecordingUrl, type RecordingTerms } from '#shared/domain/call/recording-link.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Clock } from '#shared/ports/clock.ts';

export interface GetCallDeps {
  calls: CallStore;
  clock: Clock;
  recordingTerms: RecordingTerms;
}

/** One call of the user, as the API shows it. @throws AppError call_not_found */
export async function getCall(key: CallKey, { calls, clock, recordingTerms }: GetCallDeps): Promise<CallRecord> {
  const call = await calls.get(key);
  if (!call) throw new AppError('call_not_found');
  // A call that runs has no body yet; what it was started with is shown.
  const body = (await calls.getBody(key)) ?? emptyCallBody((await calls.getConfiguration(key))?.variables ?? {});
  return toCallRecord(call, body, shownRecordingUrl(call, recordingTerms, clock.now()));
}
