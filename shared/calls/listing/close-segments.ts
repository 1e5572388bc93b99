import type { UserStore } from '#shared/accounts/account.ts';
import { isSettled, type Call } from '#shared/calls/call.ts';
import { nextVersion, putSummary, readVersionedSummaries } from '#shared/calls/listing/change-summaries.ts';
import {
  mergeOnce,
  removeUnused,
  renewOnce,
  writeSummary,
  type ClosingStep,
} from '#shared/calls/listing/merge-summaries.ts';
import { readHeadsOf, readSomeHeads } from '#shared/calls/listing/read-rows.ts';
import { raiseSealWatermark } from '#shared/calls/listing/seal-watermark.ts';
import { coverRange, toSummaryRow, withSettled, type IdRange } from '#shared/calls/listing/summary.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { transact, type Write } from '#shared/platform/table/write.ts';
import type { CallList } from './call-list.ts';

export interface CloseCallSegmentsDeps {
  callList: CallList;
  users: UserStore;
  clock: Clock;
  logger: Logger;
  segmentCursor: SegmentCursor;
}

/** The last user whose segments a run began to close; 0 before the first run. */
export interface SegmentCursor {
  read(): Promise<number>;
  save(userId: number): Promise<void>;
}

/** Most newer calls are open, and some are not stored yet. */
const YOUNG_MS = 2 * 60_000;
/** After 256 calls in that time, only those are left out that may not be stored yet: each list would read them all. */
const BURST = 256;
const BURST_YOUNG_MS = 15_000;
/** Limit of DynamoDB per transaction: 100 items. */
const SUMMARIES_AT_ONCE = 50;
/** Of thousands of waiting calls few were settled since. 512 heads are 512 read units. */
const OPEN_SUMMARIES_AT_ONCE = 4;
/** One part after the other: 512 units at once are a sixth of a second's, and the user's lists need the partition. */
const HEADS_AT_ONCE = 32;

const USERS_AT_ONCE = 10;
/** About 200,000 calls of one user per run. The next run continues. */
const STEPS_PER_USER = 200;

/** The function has 300 s. The steps of ten users take less than a minute. */
const RUN_MS = 240_000;

/** For users who make no more calls. @throws AggregateError after all users were tried, if some failed */
export async function closeCallSegments(deps: CloseCallSegmentsDeps): Promise<void> {
  const { callList, users, segmentCursor, clock, logger } = deps;
  const endsAt = clock.now() + RUN_MS;
  const [all, last] = await Promise.all([users.list(), segmentCursor.read()]);
  const ids = all.map(({ id }) => id);
  const waiting = [...ids.filter((id) => id > last), ...ids.filter((id) => id <= last)];
  let steps = 0;
  const failures: unknown[] = [];
  for (let start = 0; start < waiting.length && clock.now() < endsAt; start += USERS_AT_ONCE) {
    const group = waiting.slice(start, start + USERS_AT_ONCE);
    // Before the work: users whose work does not fit into a run must not stop the next run, too.
    await segmentCursor.save(group.at(-1) ?? 0);
    const close = group.map((userId) => callList.closeSegments(userId, clock.now(), STEPS_PER_USER));
    for (const outcome of await Promise.allSettled(close)) {
      if (outcome.status === 'fulfilled') steps += outcome.value;
      else failures.push(outcome.reason);
    }
  }
  if (steps > 0) logger.info('call segments closed', { steps });
  if (failures.length === 0) return;
  throw new AggregateError(failures, `closing call segments failed for ${failures.length} users`);
}

type ClosingRun = Omit<ClosingStep, 'version' | 'summaries'> & {
  /** That of 65,536 calls reads 12,000 units and writes 6,000 items: no work for a function that has more to do. */
  renews: boolean;
};

/** False: no work, or another process does it. A crash leaves lists exact: summaries change in one transaction. */
export async function closeSegment(run: ClosingRun): Promise<boolean> {
  const { table, userId } = run;
  const known = await readVersionedSummaries(table, userId);
  if (!known) return false;
  const step: ClosingStep = { ...run, ...known };
  if ((await closeOldCalls(step)) || (await mergeOnce(step)) || (await removeUnused(step))) return true;
  return run.renews && renewOnce(step);
}

async function closeOldCalls(step: ClosingStep): Promise<boolean> {
  const { table, userId, version, summaries, watermark, sizes } = step;
  const settled = await writesForSettled(step);
  const gap = coverRange(summaries, { from: 0, to: watermark }).find(({ summary }) => summary === undefined);
  if (gap && (await isWorthClosing(step, gap, watermark)) && (await raiseSealWatermark(table, userId, watermark))) {
    // One fewer than have their content in items of its own, so that only merges depend on those.
    const limit = sizes.first * sizes.growth ** sizes.inlineLevels - 1;
    const found = await readSomeHeads(table, userId, { range: gap, limit, order: 'oldest first' });
    const { heads, reached } = upToOpen(found, sizes.open);
    const rows = heads.filter(isSettled).map(toSummaryRow);
    const openRows = heads.filter((call) => !isSettled(call)).map(toSummaryRow);
    const open = openRows.map(({ id }) => id);
    return writeSummary(step, { from: gap.from, to: reached, rows, open, openRows }, settled);
  }
  if (settled.length === 0) return false;
  return (await transact(table, [nextVersion(userId, version, settled), ...settled])).length === 0;
}

export async function findWatermark(table: Table, userId: number, now: number): Promise<number> {
  const firstIdAt = (age: number) => Math.max(0, firstRecordIdAt(now - age));
  const range = { from: firstIdAt(YOUNG_MS), to: firstIdAt(BURST_YOUNG_MS) };
  const { heads } = await readSomeHeads(table, userId, { range, limit: BURST, order: 'oldest first' });
  return heads.length < BURST ? range.from : range.to;
}

/** Up to the one that would be the first open call too many. */
function upToOpen({ heads, reached }: { heads: Call[]; reached: number }, most: number) {
  const tooMany = heads.filter((call) => !isSettled(call))[most];
  return tooMany === undefined
    ? { heads, reached }
    : { heads: heads.filter(({ id }) => id < tooMany.id), reached: tooMany.id };
}

/** With many open calls, a run looks at some of them, from any one on. */
async function writesForSettled({ table, userId, version, summaries, sizes, now }: ClosingStep): Promise<Write[]> {
  const all = summaries.flatMap(({ open }) => open);
  const start = all.length > 0 ? now % all.length : 0;
  const ids = [...all.slice(start), ...all.slice(0, start)].slice(0, sizes.open * OPEN_SUMMARIES_AT_ONCE);
  if (ids.length === 0) return [];
  const heads: Call[] = [];
  for (let start = 0; start < ids.length; start += HEADS_AT_ONCE)
    heads.push(...(await readHeadsOf(table, userId, ids.slice(start, start + HEADS_AT_ONCE))));
  const settled = heads.filter(isSettled).map(toSummaryRow);
  const changed = summaries.flatMap((summary) => {
    const own = settled.filter(({ id }) => summary.open.includes(id));
    return own.length === 0 ? [] : [putSummary(userId, withSettled(summary, own), version)];
  });
  return changed.slice(0, SUMMARIES_AT_ONCE);
}

async function isWorthClosing(
  { table, userId, sizes }: ClosingStep,
  gap: IdRange,
  watermark: number,
): Promise<boolean> {
  if (gap.to !== watermark) return true;
  const peek = { range: gap, limit: sizes.first, order: 'oldest first' } as const;
  return (await readSomeHeads(table, userId, peek)).heads.length >= sizes.first;
}
