import { raiseWatermarkOfParts } from '#shared/accounts/dynamodb-wallet.ts';
import type { CallDeps } from '#shared/calls/call-deps.ts';
import type { Call } from '#shared/calls/call.ts';
import {
  coverRange,
  extendSegment,
  isSettled,
  type IdRange,
  type ListSizes,
  type SegmentRows,
} from '#shared/calls/listing/call-counts.ts';
import { nextVersion, readSeals, readSegment, readSegmentVersion } from '#shared/calls/listing/read-segments.ts';
import { readHeadsOf, readSomeHeads } from '#shared/calls/listing/read-calls.ts';
import { SealWatermarkItem, toCallOfNumberItem, type CallSegment } from '#shared/calls/listing/segment-items.ts';
import { growSummary, leafItems } from '#shared/calls/listing/segment-writes.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { isContention } from '#shared/platform/table/retry.ts';
import { read, type Table } from '#shared/platform/table/table.ts';
import { put, transact, update } from '#shared/platform/table/write.ts';

export type CloseCallSegmentsDeps = Pick<CallDeps, 'callList' | 'users' | 'clock' | 'logger'> & {
  segmentCursor: SegmentCursor;
};

/** The last user whose segments a run began to close; 0 before the first run. */
export interface SegmentCursor {
  read(): Promise<number>;
  save(userId: number): Promise<void>;
}

/** A segment to write. */
interface GrownSegment {
  segment: SegmentRows;
  /** The calls that the segment did not count before. */
  counted: Call[];
}

/** Newer calls are not put into segments: most are open, and some are not stored yet. */
const YOUNG_MS = 2 * 60_000;
const PUTS_AT_ONCE = 50;

const USERS_AT_ONCE = 10;
/** About 200,000 calls of one user per run. The next run continues. */
const STEPS_PER_USER = 200;

/** The function has 300 s. The steps of ten users take less than a minute. */
const RUN_MS = 240_000;

/**
 * Closes segments for all users, beginning after those of the last run. `finishCall` does most of this work; the schedule covers
 * users who make no more calls.
 * @throws AggregateError after all users were tried, if some failed
 */
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

/**
 * One step: starts or extends a segment, updates the open calls of one that were settled, or creates a summary node.
 * False: there is nothing to do, or another process is doing it. A crash leaves lists exact: each segment is written in
 * one transaction and contains only what never changes.
 * @param now epoch milliseconds
 */
export async function closeSegment(table: Table, userId: number, now: number, sizes: ListSizes): Promise<boolean> {
  const watermark = Math.max(0, firstRecordIdAt(now - YOUNG_MS));
  const version = await readSegmentVersion(table, userId);
  const segments = await readSeals(table, userId, 'totals', watermark);
  const summary = await growSummary(table, userId, { segments, version, sizes });
  if (summary !== undefined) return summary;
  const newlySettled = await findNewlySettled(table, userId, segments);
  if (newlySettled) return writeSegment(table, userId, version, await withSettled(table, userId, newlySettled));
  const gap = coverRange(segments, { from: 0, to: watermark }).find(({ segment }) => segment === undefined);
  if (!gap) return false;
  const isTail = gap.to === watermark;
  const peek = { range: gap, limit: sizes.minSegmentCalls, order: 'oldest first' } as const;
  if (isTail && (await readSomeHeads(table, userId, peek)).heads.length < sizes.minSegmentCalls) return false;
  if (!(await raiseWatermark(table, userId, watermark))) return false;
  if (!(await raiseWatermarkOfParts(table, userId, watermark))) return false;
  const before = segments.find(({ level, size, to }) => level === 'leaf' && to === gap.from && size < sizes.segment);
  return writeSegment(table, userId, version, await fillGap(table, userId, { gap, before, maxCalls: sizes.segment }));
}

/** Finds the first segment with open calls that were settled, and those calls. */
async function findNewlySettled(table: Table, userId: number, segments: readonly CallSegment[]) {
  const ids = segments.flatMap(({ open }) => open);
  if (ids.length === 0) return undefined;
  const settled = (await readHeadsOf(table, userId, ids)).filter(isSettled);
  const segment = segments.find(({ open }) => settled.some(({ id }) => open.includes(id)));
  return segment && { from: segment.from, calls: settled.filter(({ id }) => segment.open.includes(id)) };
}

async function withSettled(table: Table, userId: number, { from, calls }: { from: number; calls: Call[] }) {
  const segment = await readSegment(table, userId, from);
  return segment && { segment: extendSegment(segment, [], segment.to, calls), counted: calls };
}

/**
 * Raises the watermark: no call with an id below it is created from now on, so a later read below it is complete for good.
 * False: the wallet is busy or missing. Another run does it.
 */
async function raiseWatermark(table: Table, userId: number, watermark: number): Promise<boolean> {
  const key = keys.wallet(userId);
  try {
    const isRaised = await update(table, key, {
      set: { callsSealedTo: watermark },
      condition: expr`attribute_exists(pk) AND (attribute_not_exists(callsSealedTo) OR callsSealedTo < ${watermark})`,
    });
    return isRaised || ((await read(table, key, SealWatermarkItem))?.callsSealedTo ?? 0) >= watermark;
  } catch (error) {
    if (isContention(error)) return false;
    throw error;
  }
}

/** Fills the start of a gap from the heads, or with a segment that is stored there because its summary node was removed. */
async function fillGap(
  table: Table,
  userId: number,
  { gap, before, maxCalls }: { gap: IdRange; before: CallSegment | undefined; maxCalls: number },
): Promise<GrownSegment | undefined> {
  const segment = await readSegment(table, userId, before?.from ?? gap.from);
  if (!before && segment && segment.to <= gap.to) return { segment, counted: [] };
  if (before && segment?.to !== before.to) return undefined;
  const start = before && segment ? segment : { from: gap.from, to: gap.from, rows: [] };
  const limit = maxCalls - start.rows.length;
  const { heads, reached } = await readSomeHeads(table, userId, { range: gap, limit, order: 'oldest first' });
  return { segment: extendSegment(start, heads, reached, []), counted: heads.filter(isSettled) };
}

/** Stores the calls by number before the segment counts them. Lists by number rely on this order. */
async function writeSegment(
  table: Table,
  userId: number,
  version: number,
  grown: GrownSegment | undefined,
): Promise<boolean> {
  if (!grown) return false;
  for (let start = 0; start < grown.counted.length; start += PUTS_AT_ONCE) {
    const some = grown.counted.slice(start, start + PUTS_AT_ONCE);
    // An existing item has the same content, or marks a deleted call.
    await Promise.all(some.map((call) => put(table, callOfNumberItem(call), absent)));
  }
  const puts = leafItems(userId, grown.segment).map((item) => ({ put: item }));
  return (await transact(table, [nextVersion(userId, version), ...puts])).length === 0;
}

export function callOfNumberItem(call: Call) {
  return { ...keys.callOfNumber.key(call.userId, call.clientPhoneNumber, call.id), ...toCallOfNumberItem(call) };
}
