import {
  headsStretch,
  rowsStretch,
  sealStretch,
  type Counted,
  type ListRequest,
  type ListStretch,
} from '#shared/adapters/dynamodb/call-list/list-stretch.ts';
import { matchesFilter } from '#shared/domain/call/call-filter.ts';
import { countIn } from '#shared/domain/call-list/call-tally.ts';
import { coverRange } from '#shared/domain/call-list/cover-range.ts';
import type { CallSeal } from '#shared/table/items/call-seal-items.ts';

/** What the first round trip tells, newest first: the newest heads, below them the seals and the holes between these. */
export function firstStretches(request: ListRequest, seals: readonly CallSeal[]): ListStretch[] {
  const { range, reached, heads, filter } = request;
  const newest = [...heads.values()].filter((call) => matchesFilter(call, filter));
  const older = coverRange(seals, { from: range.from, to: reached }).map((part) =>
    part.seal ? sealStretch(request, counted(request, part.seal), part) : headsStretch(part),
  );
  return [rowsStretch(newest.map((head) => ({ id: head.id, head }))), ...older.toReversed()];
}

function counted({ isCounted }: ListRequest, { level, from, to, open, tally }: CallSeal): Counted {
  return { level, from, to, open, count: countIn(tally, isCounted) };
}
