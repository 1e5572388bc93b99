import type { CallFilter } from '#shared/domain/call/call-filter.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';
import { toCallRecord, type CallRecord } from '#shared/domain/call/call-record.ts';
import { shownRecordingUrl, type RecordingTerms } from '#shared/domain/call/recording-link.ts';
import type { CallList, CallWithBody } from '#shared/ports/call-list.ts';
import type { Clock } from '#shared/ports/clock.ts';

export interface ListCallsDeps {
  callList: CallList;
  clock: Clock;
  recordingTerms: RecordingTerms;
}

/** One page of the user's calls, newest first, as the API shows them. */
export async function listCalls(
  input: { userId: number; filter: CallFilter; page: PageRequest },
  deps: ListCallsDeps,
): Promise<PageOf<CallRecord>> {
  const { rows, total } = await deps.callList.list(input.userId, input.filter, input.page);
  const now = deps.clock.now();
  const toRecord = ({ call, body }: CallWithBody) =>
    toCallRecord(call, body, shownRecordingUrl(call, deps.recordingTerms, now));
  return { rows: rows.map(toRecord), total };
}
