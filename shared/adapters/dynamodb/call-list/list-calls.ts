import { beginList } from '#shared/adapters/dynamodb/call-list/begin-list.ts';
import { listByNumber } from '#shared/adapters/dynamodb/call-list/list-by-number.ts';
import { readHeadsOf } from '#shared/adapters/dynamodb/call-list/read-heads.ts';
import { showRows } from '#shared/adapters/dynamodb/call-list/show-rows.ts';
import { firstStretches } from '#shared/adapters/dynamodb/call-list/first-stretches.ts';
import { openCallsOf, openStretch } from '#shared/adapters/dynamodb/call-list/open-stretch.ts';
import { rowsBetween, type ListRequest, type ListStretch } from '#shared/adapters/dynamodb/call-list/list-stretch.ts';
import type { SealMemory } from '#shared/adapters/dynamodb/call-list/seal-memory.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { CallFilter } from '#shared/domain/call/call-filter.ts';
import { nameFilter, tallyKindFor } from '#shared/domain/call-list/call-tally.ts';
import type { IdRange } from '#shared/domain/call-list/cover-range.ts';
import type { ListSizes } from '#shared/domain/call-list/list-sizes.ts';
import { stretchesToOpen } from '#shared/domain/call-list/page-walk.ts';
import { firstRecordIdAt } from '#shared/domain/ids/record-id.ts';
import { pageRange, type PageOf, type PageRequest } from '#shared/platform/http/pagination.ts';
import type { CallWithBody } from '#shared/ports/call-store.ts';

/**
 * One page of the calls that match, newest first, and how many there are, without reading those in between.
 * The idea, with a picture: infra/decisions/0010-lists-that-stay-flat.md.
 */
export async function listCalls(
  { table, memory, sizes }: { table: Table; memory: SealMemory; sizes: ListSizes },
  userId: number,
  filter: CallFilter,
  page: PageRequest,
): Promise<PageOf<CallWithBody>> {
  const range = rangeOf(filter);
  if (range.from >= range.to) return { rows: [], total: 0 };
  const kind = filter.phoneNumber === undefined ? tallyKindFor(filter) : 'totals';
  const isFirstOfAll = page.page === 1 && Object.values(filter).every((part) => part === undefined);
  const start = { userId, kind, range, limit: sizes.newest, isFirstOfAll };
  const { seals, heads: newest, ...beginning } = await beginList(table, memory, start);
  const heads = new Map(newest.map((call) => [call.id, call]));
  const isCounted = nameFilter(kind, filter);
  const request: ListRequest = { table, userId, filter, kind, isCounted, range, heads, memory, ...beginning };
  if (filter.phoneNumber !== undefined) return listByNumber(request, filter.phoneNumber, seals, page);
  return walk(request, firstStretches(request, seals), page);
}

/** Ids carry the time of creation, so dates are ranges of ids. */
function rangeOf({ from, before }: CallFilter): IdRange {
  return {
    from: from === undefined ? 0 : firstRecordIdAt(from),
    to: before === undefined ? Number.MAX_SAFE_INTEGER : firstRecordIdAt(before),
  };
}

/** Opens what has to be opened, all of one round at once, until the total and the page are known. */
async function walk(request: ListRequest, first: ListStretch[], page: PageRequest): Promise<PageOf<CallWithBody>> {
  const { start, end } = pageRange(page);
  let stretches = first;
  for (;;) {
    const wanted = new Set(stretchesToOpen(stretches, { start, end }, (stretch) => stretch.kind === 'rows'));
    if (wanted.size === 0) break;
    const openCalls = [...wanted].flatMap((stretch) => openCallsOf(request, stretch));
    const [calls, ...opened] = await Promise.all([
      readHeadsOf(request.table, request.userId, openCalls),
      ...[...wanted].map(async (stretch) => ({ stretch, open: await openStretch(request, stretch) })),
    ]);
    for (const call of calls) request.heads.set(call.id, call);
    const results = new Map(opened.map(({ stretch, open }) => [stretch, open]));
    stretches = stretches.flatMap((stretch) => results.get(stretch)?.() ?? [stretch]);
  }
  const total = stretches.reduce((sum, { least }) => sum + least, 0);
  return { rows: await showRows(request.table, request.userId, rowsBetween(stretches, start, end)), total };
}
