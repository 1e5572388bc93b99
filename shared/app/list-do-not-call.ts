import { toDoNotCallRecord, type DoNotCallRecord } from '#shared/domain/do-not-call/do-not-call-record.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';

export interface ListDoNotCallDeps {
  doNotCall: DoNotCallStore;
}

/** One page of the user's do-not-call list, newest first, as the API shows it. */
export async function listDoNotCall(
  { userId, page }: { userId: number; page: PageRequest },
  { doNotCall }: ListDoNotCallDeps,
): Promise<PageOf<DoNotCallRecord>> {
  const { rows, total } = await doNotCall.list(userId, page);
  return { rows: rows.map(toDoNotCallRecord), total };
}
