import type { UserStore } from '#shared/accounts/account.ts';
import type { Call } from '#shared/calls/call.ts';
import {
  extendSegment,
  isSettled,
  coverRange,
  type SegmentRows,
  type IdRange,
  type ListSizes,
} from '#shared/calls/listing/call-counts.ts';
import type { CallList } from '#shared/calls/call-list.ts';
import { nextVersion } from '#shared/calls/listing/invalidate-segments.ts';
import { readHeadsOf, readSomeHeads } from '#shared/calls/listing/read-calls.ts';
import { readSegment, readSeals, readSegmentVersion } from '#shared/calls/listing/read-segments.ts';
import { SealWatermarkItem, toCallOfNumberItem, type CallSegment } from '#shared/calls/listing/segment-items.ts';
import { growSummary, leafItems } from '#shared/calls/listing/segment-writes.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { isContention } from '#shared/platform/table/retry.ts';
import { read, type Table } from '#shared/platform/table/table.ts';
import { put, transact, update } from '#shared/platform/table/write.ts';

/** Calls this young are left alone: most are still open, and may not have been stored yet. */
const YOUNG_MS = 2 * 60_000;
const PUTS_AT_ONCE = 50;

/**
 * One step: a segment is begun, grown, or updated with its open calls that have ended, or a summary node is made of full
 * segments. False: there is nothing to do, or another process is doing it. A crash anywhere leaves lists exact: each
 * segment is one transaction, and true for ever.
 */
export async function closeSegment(table: Table, userId: number, now: number, sizes: ListSizes): Promise<boolean> {
  const watermark = Math.max(0, firstRecordIdAt(now - YOUNG_MS));
  const version = await readSegmentVersion(table, userId);
  const seals = await readSeals(table, userId, 'totals', watermark);
  const summary = await growSummary(table, userId, { seals, version, sizes });
  if (summary !== undefined) return summary;
  const parts = coverRange(seals, { from: 0, to: watermark });
  const ended = await findEnded(table, userId, seals);
  if (ended) return writeSegment(table, userId, version, await withEnded(table, userId, ended));
  const gap = parts.find(({ segment: seal }) => seal === undefined);
  if (!gap) return false;
  const isTail = gap.to === watermark;
  const peek = { range: gap, limit: sizes.minSegmentCalls, order: 'oldest first' } as const;
  if (isTail && (await readSomeHeads(table, userId, peek)).heads.length < sizes.minSegmentCalls) return false;
  if (!(await raiseWatermark(table, userId, watermark))) return false;
  const before = seals.find(({ level, size, to }) => level === 'leaf' && to === gap.from && size < sizes.segment);
  return writeSegment(table, userId, version, await filled(table, userId, { gap, before, most: sizes.segment }));
}

interface GrownSegment {
  segment: SegmentRows;
  /** The calls that the segment counts now and did not before. */
  counted: Call[];
}

/** The first segment of which an open call has become final, and those calls. */
async function findEnded(table: Table, userId: number, seals: readonly CallSegment[]) {
  const ids = seals.flatMap(({ open }) => open);
  if (ids.length === 0) return undefined;
  const ended = (await readHeadsOf(table, userId, ids)).filter(isSettled);
  const seal = seals.find(({ open }) => ended.some(({ id }) => open.includes(id)));
  return seal && { seal, calls: ended.filter(({ id }) => seal.open.includes(id)) };
}

async function withEnded(table: Table, userId: number, { seal, calls }: { seal: CallSegment; calls: Call[] }) {
  const segment = await readSegment(table, userId, seal.from);
  return segment && { segment: extendSegment(segment, [], segment.to, calls), counted: calls };
}

/** Fills the beginning of a gap: from the heads, or by a segment that is stored there already, left by a removed node. */
async function filled(
  table: Table,
  userId: number,
  { gap, before, most }: { gap: IdRange; before: CallSegment | undefined; most: number },
): Promise<GrownSegment | undefined> {
  const segment = await readSegment(table, userId, before?.from ?? gap.from);
  if (!before && segment && segment.to <= gap.to) return { segment, counted: [] };
  if (before && segment?.to !== before.to) return undefined;
  const start = before && segment ? segment : { from: gap.from, to: gap.from, rows: [] };
  const limit = most - start.rows.length;
  const { heads, reached } = await readSomeHeads(table, userId, { range: gap, limit, order: 'oldest first' });
  return { segment: extendSegment(start, heads, reached, []), counted: heads.filter(isSettled) };
}

/** The calls stand under their numbers before the segment counts them; a list by number relies on that. */
async function writeSegment(
  table: Table,
  userId: number,
  version: number,
  grown: GrownSegment | undefined,
): Promise<boolean> {
  if (!grown) return false;
  for (let start = 0; start < grown.counted.length; start += PUTS_AT_ONCE) {
    const some = grown.counted.slice(start, start + PUTS_AT_ONCE);
    // One that is stored says the same, or that the call was deleted.
    await Promise.all(some.map((call) => put(table, callOfNumberItem(call), absent)));
  }
  const puts = leafItems(userId, grown.segment).map((item) => ({ put: item }));
  return (await transact(table, [nextVersion(userId, version), ...puts])).length === 0;
}

export function callOfNumberItem(call: Call) {
  return { ...keys.callOfNumber.key(call.userId, call.clientPhoneNumber, call.id), ...toCallOfNumberItem(call) };
}

/**
 * From now on no call is created with an id below the watermark, so what is read below it afterwards is complete for ever.
 * False: the wallet is busy or missing; another run does it.
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

export interface CloseCallSegmentsDeps {
  callList: CallList;
  users: UserStore;
  clock: Clock;
  logger: Logger;
}

const USERS_AT_ONCE = 10;
/** About 200,000 calls of one user in a run; the next run goes on. */
const STEPS_PER_USER = 200;

/** Prepares the lists of every user's calls. Finished calls have mostly done so: this is for those who make no more. */
export async function closeCallSegments(deps: CloseCallSegmentsDeps): Promise<void> {
  const { callList, users, clock, logger } = deps;
  const waiting = await users.list();
  let steps = 0;
  const failures: unknown[] = [];
  const work = async () => {
    for (let user = waiting.shift(); user !== undefined; user = waiting.shift()) {
      try {
        steps += await callList.closeSegments(user.id, clock.now(), STEPS_PER_USER);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: USERS_AT_ONCE }, work));
  if (steps > 0) logger.info('call segments closed', { steps });
  if (failures.length > 0) throw new AggregateError(failures, `the calls of ${failures.length} users were not sealed`);
}
