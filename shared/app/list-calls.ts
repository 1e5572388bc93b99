import type { CallFilter } from '#shared/domain/call/call-filter.ts';
import type { PageOf, PageRequest } from '#shared/domain/pagination/pagination.ts';
import { toCallRecord, type CallRecord } from '#shared/domain/call/call-record.ts';
import type { CallStore } from '#shared/ports/call-store.ts';

export interface ListCallsDeps {
  calls: CallStore;
}

/** One page of the user's calls, newest first, as the API shows them. */
export async function listCalls(
  input: { userId: number; filter: CallFilter; page: PageRequest },
  deps: ListCallsDeps,
): Promise<PageOf<CallRecord>> {
  const { rows, total } = await deps.calls.list(input.userId, input.filter, input.page);
  return { rows: rows.map(({ call, body }) => toCallRecord(call, body)), total };
}
