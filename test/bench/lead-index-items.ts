import { leadStatuses, type LeadStatus } from '#shared/calls/called-lead.ts';
import { keys } from '#shared/platform/table/keys.ts';

/** Leads come at some ten a minute at least when they are imported, so a group is a little larger than 1,024. */
const GROUP = 1100;
const BUCKETS = 16;
const COUNTERS = 4;

export const statusOfLead = (index: number): LeadStatus => leadStatuses[index % 7] ?? 'created';

/** The index of these leads, as the store has written it. */
export function leadIndexItems(scope: string, ids: readonly number[]) {
  const items: Array<{ pk: string; sk: string } & Record<string, unknown>> = [];
  const starts: number[] = [];
  for (let start = 0; start < ids.length; start += GROUP) {
    const from = start === 0 ? 0 : ids[start]!;
    if (start > 0) starts.push(from);
    const buckets = new Map<number, Partial<Record<LeadStatus, Set<number>>>>();
    const counters = new Map<number, Partial<Record<LeadStatus, number>>>();
    for (const [index, id] of ids.slice(start, start + GROUP).entries()) {
      const status = statusOfLead(start + index);
      const bucket = buckets.get(id % BUCKETS) ?? {};
      buckets.set(id % BUCKETS, { ...bucket, [status]: (bucket[status] ?? new Set()).add(id) });
      const counter = Math.floor(id / BUCKETS) % COUNTERS;
      const counts = counters.get(counter) ?? {};
      counters.set(counter, { ...counts, [status]: (counts[status] ?? 0) + 1 });
    }
    for (const [bucket, sets] of buckets) items.push({ ...keys.groupIndex.bucket(scope, from, bucket), ...sets });
    for (const [counter, counts] of counters)
      items.push({ ...keys.groupIndex.counter(scope, from, counter), ...counts });
  }
  if (starts.length > 0) items.push({ ...keys.groupIndex.groups(scope), starts });
  return items;
}
