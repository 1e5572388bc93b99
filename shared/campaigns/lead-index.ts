import { leadStatuses, type LeadStatus } from '#shared/calls/called-lead.ts';
import * as v from 'valibot';
import { type Lead } from '#shared/campaigns/lead.ts';
import { firstRecordIdAt, recordIdTime } from '#shared/platform/ids.ts';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { update, type Write } from '#shared/platform/table/write.ts';

/**
 * The ids of a user's or a campaign's leads, by status, so that a list reads only the groups of its page. A group is a range of
 * ids with some 1,100 leads. Its buckets hold the ids; a few counters hold how many there are of each status. Buckets and counters
 * are chosen by hash, so that leads that change at the same time are rarely in one item. Both change in the transaction that changes
 * the lead. Why: docs/decisions/0048-lists-of-leads.md
 */
export interface LeadIndex {
  /** The writes for a lead that was created (`before` undefined), changed, or removed (`after` undefined). */
  change(before: Lead | undefined, after: Lead | undefined): Promise<Write[]>;
  /** Begins a new group if that of a lead that was created is large enough. */
  grow(lead: Lead): Promise<void>;
}

interface LeadIndexOptions {
  /** A group with this many leads is followed by a new one. */
  group: number;
  /** One new lead in this number looks at the size of its group. */
  lookEvery: number;
  now: () => number;
}

export const leadIndexOptions: LeadIndexOptions = { group: 1024, lookEvery: 32, now: Date.now };

const BUCKETS = 16;
const COUNTERS = 4;
/**
 * A new group begins so far in the future that no lead has an id in it yet. What a function knows of groups is at most half as
 * old, so it knows the group of each id that is drawn by then.
 */
const AHEAD_MS = 60_000;
const KNOWN_FOR_MS = 30_000;
const MOST_KNOWN = 1000;

const GroupsItem = v.object({ starts: v.array(v.number()) });

export function createLeadIndex(table: Table, { group, lookEvery, now }: LeadIndexOptions): LeadIndex {
  const known = new Map<string, { starts: number[]; readAt: number }>();
  const readStarts = async (scope: string) => {
    const starts = (await read(table, keys.leadIndex.groups(scope), GroupsItem))?.starts ?? [];
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(scope, { starts, readAt: now() });
    return starts;
  };
  const groupOf = async (scope: string, id: number) => {
    const kept = known.get(scope);
    const starts = kept && now() - kept.readAt < KNOWN_FOR_MS ? kept.starts : await readStarts(scope);
    return startOf(starts, id);
  };
  return {
    async change(before, after) {
      const scopes = new Set([...scopesOf(before), ...scopesOf(after)]);
      const changes = [...scopes].map(async (scope) => {
        const was = scopesOf(before).includes(scope) ? before?.status : undefined;
        const is = scopesOf(after).includes(scope) ? after?.status : undefined;
        const id = (after ?? before)?.id;
        if (was === is || id === undefined) return [];
        return changeOf({ scope, from: await groupOf(scope, id), id, was, is });
      });
      return (await Promise.all(changes)).flat();
    },

    async grow(lead) {
      if (lead.id % lookEvery !== 0) return;
      for (const scope of scopesOf(lead)) {
        const starts = await readStarts(scope);
        const from = startOf(starts, lead.id);
        if (from !== (starts.at(-1) ?? 0)) continue;
        const [{ counts } = { counts: noLeads() }] = await readGroups(table, scope, from);
        if (sumOf(counts) < group) continue;
        const next = firstRecordIdAt(Math.max(now(), recordIdTime(lead.id)) + AHEAD_MS);
        const isFirst = starts.length === 0;
        await update(table, keys.leadIndex.groups(scope), {
          set: { starts: isFirst ? [next] : expr`list_append(starts, ${[next]})` },
          condition: isFirst ? absent : expr`size(starts) = ${starts.length}`,
        });
      }
    },
  };
}

const scopesOf = (lead: Lead | undefined): string[] =>
  lead ? [keys.leadIndex.ofUser(lead.userId), keys.leadIndex.ofCampaign(lead.userId, lead.campaignId)] : [];

const startOf = (starts: readonly number[], id: number) => starts.findLast((start) => start <= id) ?? 0;

interface IndexChange {
  scope: string;
  /** The first id of the group. */
  from: number;
  id: number;
  was: LeadStatus | undefined;
  is: LeadStatus | undefined;
}

function changeOf({ scope, from, id, was, is }: IndexChange): Write[] {
  const ids = new Set([id]);
  return [
    {
      update: keys.leadIndex.bucket(scope, from, id % BUCKETS),
      ...(is && { add: { [is]: ids } }),
      ...(was && { drop: { [was]: ids } }),
    },
    {
      update: keys.leadIndex.counter(scope, from, Math.floor(id / BUCKETS) % COUNTERS),
      add: { ...(is && { [is]: 1 }), ...(was && { [was]: -1 }) },
    },
  ];
}

export type LeadCounts = Record<LeadStatus, number>;

interface LeadGroup {
  /** The first id that can be in it. */
  from: number;
  counts: LeadCounts;
}

/** How many leads of each status a counter has; the groups have none. */
const CounterItem = v.pipe(
  v.looseObject({ sk: v.string() }),
  v.transform((item) => {
    const counts = noLeads();
    for (const status of leadStatuses) counts[status] = Number(item[status] ?? 0);
    return { from: Number.parseInt(item.sk, 10), counts };
  }),
);

/** The groups of a list, oldest first. @param only the group with this first id */
export async function readGroups(table: Table, scope: string, only?: number): Promise<LeadGroup[]> {
  const partition = keys.leadIndex.counters(scope);
  const where = only === undefined ? undefined : expr`begins_with(sk, ${sortableId(only)})`;
  const counters = await query(table, { partition, ...(where && { where }) }, CounterItem);
  const byGroup = Map.groupBy(
    counters.filter(({ from }) => !Number.isNaN(from)),
    ({ from }) => from,
  );
  return [...byGroup].map(([from, parts]) => {
    const counts = noLeads();
    for (const status of leadStatuses) counts[status] = parts.reduce((sum, one) => sum + one.counts[status], 0);
    return { from, counts };
  });
}

const IdsOfBucket = v.pipe(
  v.looseObject({}),
  v.transform((item) =>
    leadStatuses.flatMap((status) => {
      const ids = item[status];
      return v.is(v.set(v.number()), ids) ? [...ids].map((id) => ({ id, status })) : [];
    }),
  ),
);

/** The leads of a group, newest first. */
export async function readGroup(table: Table, scope: string, from: number) {
  const where = expr`begins_with(sk, ${sortableId(from)})`;
  const buckets = await query(table, { partition: scope, where }, IdsOfBucket);
  return buckets.flat().toSorted((one, other) => other.id - one.id);
}

export const sumOf = (counts: LeadCounts) => leadStatuses.reduce((sum, status) => sum + counts[status], 0);

const noLeads = (): LeadCounts => ({
  created: 0,
  processing: 0,
  rescheduled: 0,
  completed: 0,
  'reached-max-retries': 0,
  blacklisted: 0,
});
