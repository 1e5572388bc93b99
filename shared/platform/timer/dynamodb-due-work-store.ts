import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import { queueMessages, type QueueName } from '#shared/platform/queue/messages.ts';
import { expr, type Condition } from '#shared/platform/table/expressions.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, remove, update } from '#shared/platform/table/write.ts';
import type { DueWork, DueWorkStore } from '#shared/platform/timer/due-work.ts';

const MINUTE_MS = 60_000;
/** Minutes read in parallel: after an outage of a week, 10,080 minutes take about 400 rounds of 10 ms. */
const MINUTES_AT_ONCE = 25;
const RELEASES_AT_ONCE = 10;
/** The cursor stays this far behind, so that the work of a slow writer is found, too. */
const SETTLING_MINUTES = 2;

/** Stores work by its due minute. The cursor is the first minute that may contain work, so that an outage skips none. */
export function createDynamoDbDueWorkStore(table: Table, logger: Logger): DueWorkStore {
  return {
    async add(work) {
      const minute = minuteOf(work.dueAt);
      const cursor = await readCursor(table);
      if (cursor === undefined || cursor > minute) {
        await setCursor(table, minute, expr`attribute_not_exists(pk) OR minute > ${minute}`);
      }
      // The cursor comes first: work that it has passed, or that is there before the first cursor, is never released.
      await put(table, { ...keys.dueWork(work.dueAt, fingerprint(work)), ...work });
    },

    async releaseDue(now, release) {
      let cursor = await readCursor(table);
      if (cursor === undefined) return 0;
      let released = 0;
      const failures: unknown[] = [];
      const last = minuteOf(now);
      for (let from = cursor; from <= last; from += MINUTES_AT_ONCE) {
        const items = await readMinutes(table, from, Math.min(last, from + MINUTES_AT_ONCE - 1), now);
        for (let start = 0; start < items.length; start += RELEASES_AT_ONCE) {
          const batch = items.slice(start, start + RELEASES_AT_ONCE);
          const outcomes = await Promise.allSettled(batch.map((item) => releaseItem(table, logger, item, release)));
          for (const outcome of outcomes) {
            if (outcome.status === 'rejected') failures.push(outcome.reason);
            else released += outcome.value;
          }
        }
        const next = Math.min(from + MINUTES_AT_ONCE, last - SETTLING_MINUTES);
        // After a failure the cursor stays, and the next run retries. It also stays if new work has moved it back.
        if (failures.length === 0 && next > cursor && (await setCursor(table, next, { minute: cursor }))) cursor = next;
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due items were not released`);
      return released;
    },
  };
}

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS);

/** The same work for the same time is one item, so that a repeated write adds nothing. */
function fingerprint({ queue, message }: DueWork): string {
  return createHash('sha256')
    .update(JSON.stringify([queue, message]))
    .digest('hex')
    .slice(0, 32);
}

async function readCursor(table: Table): Promise<number | undefined> {
  return (await read(table, keys.dueCursor(), DueCursorItem))?.minute;
}

function setCursor(table: Table, minute: number, condition: Condition): Promise<boolean> {
  return update(table, keys.dueCursor(), { set: { minute }, condition });
}

/** Work with its key, which is also needed for work that does not parse. */
const StoredWork = v.pipe(
  v.unknown(),
  v.transform((item) => ({
    key: v.parse(v.object({ pk: v.string(), sk: v.string() }), item),
    work: v.safeParse(DueWorkItem, item),
  })),
);
type StoredWork = v.InferOutput<typeof StoredWork>;

async function readMinutes(table: Table, from: number, to: number, now: number): Promise<StoredWork[]> {
  const minutes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const where = expr`sk < ${sortableId(now + 1)}`;
  const pages = await Promise.all(
    minutes.map((minute) => query(table, { partition: keys.dueMinute(minute * MINUTE_MS), where }, StoredWork)),
  );
  return pages.flat();
}

/** Returns 1 for released work, 0 for an item that does not parse and was deleted. */
async function releaseItem(
  table: Table,
  logger: Logger,
  { key, work }: StoredWork,
  release: (work: DueWork) => Promise<void>,
): Promise<number> {
  if (work.success) await release(work.output);
  else logger.error('due work is invalid and was removed', { key, reason: v.summarize(work.issues) });
  await remove(table, key);
  return work.success ? 1 : 0;
}

const queueNames = v.custom<QueueName>((input) => typeof input === 'string' && Object.hasOwn(queueMessages, input));

/** Due work as stored. The schema of its queue validates the message. */
export const DueWorkItem = v.pipe(
  v.object({ dueAt: v.number(), queue: queueNames, message: v.unknown() }),
  v.rawTransform<{ dueAt: number; queue: QueueName; message: unknown }, DueWork>(({ dataset, addIssue, NEVER }) => {
    const { dueAt, queue, message } = dataset.value;
    const result = v.safeParse(queueMessages[queue], message);
    if (result.success) return { dueAt, queue, message: result.output };
    addIssue({ message: v.summarize(result.issues) });
    return NEVER;
  }),
);

/** Minutes before this one contain no work. */
export const DueCursorItem = v.object({ minute: v.number() });
