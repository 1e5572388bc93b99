import { toCallRecord, type CallRecord } from '#shared/calls/call-api.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { emptyCallBody, isFinal, type CallKey, type Call, type CallBody } from '#shared/calls/call.ts';
import type { CallFilter } from '#shared/calls/listing/call-filter.ts';
import type { CallList, CallWithBody } from '#shared/calls/call-list.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError, OperatorError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';
import { removeRecording, type RemoveRecordingDeps } from '#shared/recordings/manage-recordings.ts';
import { shownRecordingUrl, type RecordingPolicy } from '#shared/recordings/recording.ts';
import type { WebhookDelivery, WebhookDeliveryStore } from '#shared/webhooks/webhook.ts';

export interface GetCallDeps {
  calls: CallStore;
  clock: Clock;
  recordingPolicy: RecordingPolicy;
}

/** One call of the user, as the API shows it. @throws AppError call_not_found */
export async function getCall(key: CallKey, { calls, clock, recordingPolicy }: GetCallDeps): Promise<CallRecord> {
  const call = await calls.get(key);
  if (!call) throw new AppError('call_not_found');
  // A call that runs has no body yet; what it was started with is shown.
  const body = (await calls.getBody(key)) ?? emptyCallBody((await calls.getConfiguration(key))?.variables ?? {});
  return toCallRecord(call, body, shownRecordingUrl(call, recordingPolicy, clock.now()));
}

export interface ListCallsDeps {
  callList: CallList;
  clock: Clock;
  recordingPolicy: RecordingPolicy;
}

/** One page of the user's calls, newest first, as the API shows them. */
export async function listCalls(
  input: { userId: number; filter: CallFilter; page: PageRequest },
  deps: ListCallsDeps,
): Promise<PageOf<CallRecord>> {
  const { rows, total } = await deps.callList.list(input.userId, input.filter, input.page);
  const now = deps.clock.now();
  const toRecord = ({ call, body }: CallWithBody) =>
    toCallRecord(call, body, shownRecordingUrl(call, deps.recordingPolicy, now));
  return { rows: rows.map(toRecord), total };
}

export interface ShowCallDeps {
  calls: CallStore;
  deliveries: WebhookDeliveryStore;
}

export interface CallDetails {
  call: Call;
  /** Undefined until the call has ended. */
  body: CallBody | undefined;
  deliveries: WebhookDelivery[];
}

/** Everything that is stored about a call. @throws OpsRefusal when the user has no such call */
export async function showCall(key: CallKey, deps: ShowCallDeps): Promise<CallDetails> {
  const [call, body, deliveries] = await Promise.all([
    deps.calls.get(key),
    deps.calls.getBody(key),
    deps.deliveries.listOfCall(key.userId, key.callId),
  ]);
  if (!call) throw new OperatorError(`user ${key.userId} has no call ${key.callId}`);
  return { call, body, deliveries };
}

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
