import { createHash } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { DueWork, DueWorkStore } from '#shared/ports/due-work-store.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { ItemKey } from '#shared/table/definition.ts';
import { DueCursorItem, DueWorkItem } from '#shared/table/items/due-work-item.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

const MINUTE_MS = 60_000;
/** Minutes read at once: after an outage of a week, 10,080 minutes take about 400 rounds of some 10 ms. */
const MINUTES_AT_ONCE = 25;
const RELEASES_AT_ONCE = 10;
/** The cursor stays so far behind, for work whose writer was slow: its minute is read a few times more. */
const SETTLING_MINUTES = 2;

/** Work lies under its due minute. The cursor says from which minute on there may be any, so that no outage loses a minute. */
export function createDynamoDbDueWorkStore(table: Table, logger: Logger): DueWorkStore {
  const { client, tableName: TableName } = table;
  return {
    async add(work) {
      const key = keys.dueWork(work.dueAt, fingerprint(work));
      await client.send(new PutCommand({ TableName, Item: { ...key, ...work } }));
      const minute = minuteOf(work.dueAt);
      const cursor = await readCursor(table);
      if (cursor === undefined || cursor > minute) await moveCursorBack(table, minute);
    },

    async drain(now, release) {
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
        // What could not be released stays behind the cursor, and the next run tries it again.
        if (failures.length === 0 && next > cursor && (await moveCursorOn(table, cursor, next))) cursor = next;
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due items were not released`);
      return released;
    },
  };
}

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS);

/** The same work for the same moment is one item, so that a repeated write adds nothing. */
function fingerprint({ queue, message }: DueWork): string {
  return createHash('sha256')
    .update(JSON.stringify([queue, message]))
    .digest('hex')
    .slice(0, 32);
}

async function readCursor({ client, tableName: TableName }: Table): Promise<number | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: keys.dueCursor(), ConsistentRead: true }));
  return Item && v.parse(DueCursorItem, Item).minute;
}

async function moveCursorBack(table: Table, minute: number): Promise<void> {
  await setCursor(table, minute, 'attribute_not_exists(pk) OR #minute > :minute', {});
}

/** False when somebody else has moved the cursor in between. */
async function moveCursorOn(table: Table, from: number, minute: number): Promise<boolean> {
  return setCursor(table, minute, '#minute = :from', { ':from': from });
}

function setCursor(table: Table, minute: number, condition: string, values: Record<string, number>): Promise<boolean> {
  return conditionHolds(
    table.client.send(
      new UpdateCommand({
        TableName: table.tableName,
        Key: keys.dueCursor(),
        UpdateExpression: 'SET #minute = :minute',
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#minute': 'minute' },
        ExpressionAttributeValues: { ':minute': minute, ...values },
      }),
    ),
  );
}

async function readMinutes(table: Table, from: number, to: number, now: number): Promise<Record<string, unknown>[]> {
  const minutes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const pages = await Promise.all(
    minutes.map((minute) =>
      queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk < :after',
        ExpressionAttributeValues: { ':pk': keys.dueMinute(minute * MINUTE_MS), ':after': sortableId(now + 1) },
      }),
    ),
  );
  return pages.flat();
}

const ItemKeyOf = v.object({ pk: v.string(), sk: v.string() }) satisfies v.GenericSchema<unknown, ItemKey>;

/** Gives 1 for work that was released, 0 for an item that is none and was removed. */
async function releaseItem(
  { client, tableName: TableName }: Table,
  logger: Logger,
  item: Record<string, unknown>,
  release: (work: DueWork) => Promise<void>,
): Promise<number> {
  const work = v.safeParse(DueWorkItem, item);
  const Key = v.parse(ItemKeyOf, item);
  if (work.success) await release(work.output);
  else logger.error('due work does not parse and is removed', { key: Key, reason: v.summarize(work.issues) });
  await client.send(new DeleteCommand({ TableName, Key }));
  return work.success ? 1 : 0;
}
