import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { describeIssues } from '#shared/platform/environment.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import { queueMessages, type QueueName } from '#shared/platform/queue/messages.ts';
import { expr, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import { put, putAll, removeAll, update } from '#shared/platform/table/write.ts';
import { shardsOf, type DueWork, type DueWorkStore } from '#shared/platform/timer/timer.ts';

const MINUTE_MS = 60_000;
/** Minutes read in parallel: after an outage of a week, 10,080 minutes take about 400 rounds of 10 ms. */
const MINUTES_AT_ONCE = 25;
/** Of each shard; as many as one batch deletes. */
const RELEASES_AT_ONCE = 25;
/** The cursor stays this far behind, so that the work of a slow writer is found, too. */
const SETTLING_MINUTES = 2;
/** Work takes a unit when it is stored and one when it is released: 500 a second for each shard. */
export const DUE_WORK_SHARDS = 8;

/** What does not parse may be of a newer release, after a rollback: tried hourly, as long as SQS keeps a message. */
const UNREADABLE_AGAIN_MS = 3_600_000;
const UNREADABLE_KEPT_MS = 14 * 86_400_000;

/** For functions that release nothing. A cursor is the first minute of its shard that may have work. */
export function createDueWorkWriter(table: Table): Pick<DueWorkStore, 'add'> {
  return {
    async add(work) {
      const minute = minuteOf(work.dueAt);
      const { shard, fingerprint } = placeOf(work);
      const cursor = await readCursor(table, shard);
      if (cursor === undefined || cursor > minute) {
        await setCursor(table, shard, minute, expr`attribute_not_exists(pk) OR minute > ${minute}`);
      }
      // The cursor comes first: work that it has passed, or that is there before the first cursor, is never released.
      await put(table, { ...keys.due.work(shard, work.dueAt, fingerprint), ...work });
    },
  };
}

export function createDynamoDbDueWorkStore(table: Table, logger: Logger): DueWorkStore {
  return {
    ...createDueWorkWriter(table),

    async releaseDue(now, release, share) {
      const runs = shardsOf(DUE_WORK_SHARDS, share).map((shard) =>
        releaseShard({ table, logger, shard, release, now }),
      );
      const outcomes = await Promise.all(runs);
      const failures = outcomes.flatMap((one) => one.failures);
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due items were not released`);
      return outcomes.reduce((sum, { released }) => sum + released, 0);
    },
  };
}

interface ShardRun {
  table: Table;
  logger: Logger;
  shard: number;
  release: (work: DueWork) => Promise<void>;
  now: number;
}

async function releaseShard(run: ShardRun): Promise<{ released: number; failures: unknown[] }> {
  const { table, shard, now } = run;
  let cursor = await readCursor(table, shard);
  let released = 0;
  const failures: unknown[] = [];
  if (cursor === undefined) return { released, failures };
  const last = minuteOf(now);
  for (let from = cursor; from <= last; from += MINUTES_AT_ONCE) {
    const items = await readMinutes(run, from, Math.min(last, from + MINUTES_AT_ONCE - 1));
    for (let start = 0; start < items.length; start += RELEASES_AT_ONCE) {
      const outcome = await releaseBatch(run, items.slice(start, start + RELEASES_AT_ONCE));
      released += outcome.released;
      failures.push(...outcome.failures);
    }
    const next = Math.min(from + MINUTES_AT_ONCE, last - SETTLING_MINUTES);
    // After a failure the cursor stays, and the next run retries. It also stays if new work has moved it back.
    if (failures.length === 0 && next > cursor && (await setCursor(table, shard, next, { minute: cursor })))
      cursor = next;
  }
  return { released, failures };
}

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS);

/** The same work for the same time is one item, so that a repeated write adds nothing. */
function placeOf({ queue, message }: DueWork): { fingerprint: string; shard: number } {
  const hash = createHash('sha256')
    .update(JSON.stringify([queue, message]))
    .digest();
  return { fingerprint: hash.toString('hex').slice(0, 32), shard: hash.readUInt16BE() % DUE_WORK_SHARDS };
}

async function readCursor(table: Table, shard: number): Promise<number | undefined> {
  return (await read(table, keys.due.cursor(shard), DueCursorItem))?.minute;
}

function setCursor(table: Table, shard: number, minute: number, condition: Condition): Promise<boolean> {
  return update(table, keys.due.cursor(shard), { set: { minute }, condition });
}

const StoredWork = v.pipe(
  v.unknown(),
  v.transform((input) => {
    const item = v.parse(v.looseObject({ pk: v.string(), sk: v.string(), dueAt: v.optional(v.number(), 0) }), input);
    return { item, key: { pk: item.pk, sk: item.sk }, work: v.safeParse(DueWorkItem, input) };
  }),
);
type StoredWork = v.InferOutput<typeof StoredWork>;

async function readMinutes({ table, shard, now }: ShardRun, from: number, to: number): Promise<StoredWork[]> {
  const minutes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const where = expr`sk < ${sortableId(now + 1)}`;
  const pages = await Promise.all(
    minutes.map((minute) => query(table, { partition: keys.due.minute(shard, minute * MINUTE_MS), where }, StoredWork)),
  );
  return pages.flat();
}

/** Deletes after the release. What does not parse is postponed, and does not count. */
async function releaseBatch(run: ShardRun, items: readonly StoredWork[]) {
  const { table, release } = run;
  const outcomes = await Promise.allSettled(
    items.map(async ({ work }) => {
      if (work.success) await release(work.output);
    }),
  );
  await putAll(
    table,
    items.flatMap((one) => postpone(run, one)),
  );
  const isDone = (index: number) => outcomes[index]?.status === 'fulfilled';
  const done = items.filter((_, index) => isDone(index));
  await removeAll(
    table,
    done.map(({ key }) => key),
  );
  const failures: unknown[] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  return { released: done.filter(({ work }) => work.success).length, failures };
}

function postpone({ logger, shard, now }: ShardRun, { item, key, work }: StoredWork) {
  if (work.success) return [];
  const isKept = now - item.dueAt < UNREADABLE_KEPT_MS;
  logger.error(isKept ? 'due work does not parse and was postponed' : 'due work does not parse and was removed', {
    key,
    reason: describeIssues(work.issues),
  });
  const suffix = key.sk.slice(key.sk.indexOf('#') + 1);
  return isKept ? [{ ...item, ...keys.due.work(shard, now + UNREADABLE_AGAIN_MS, suffix) }] : [];
}

const queueNames = v.custom<QueueName>((input) => typeof input === 'string' && Object.hasOwn(queueMessages, input));

const DueWorkItem = v.pipe(
  v.object({ dueAt: v.number(), queue: queueNames, message: v.unknown() }),
  v.rawTransform<{ dueAt: number; queue: QueueName; message: unknown }, DueWork>(({ dataset, addIssue, NEVER }) => {
    const { dueAt, queue, message } = dataset.value;
    const result = v.safeParse(queueMessages[queue], message);
    if (result.success) return { dueAt, queue, message: result.output };
    addIssue({ expected: describeIssues(result.issues) });
    return NEVER;
  }),
);

/** Minutes before this one contain no work. */
const DueCursorItem = v.object({ minute: v.number() });
