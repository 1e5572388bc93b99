import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { StoredItem } from '#infra/admin/erase/stored-item.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { ItemKey, type Table, read, withRetries } from '#shared/platform/table/table.ts';
import { put, remove } from '#shared/platform/table/write.ts';

const Progress = v.object({ pass: v.number(), cursor: v.optional(ItemKey) });

export interface Scan {
  /** Names the work, so that a run that was killed goes on where it was. It must not name a customer. */
  name: string;
  /** What happens to the items of a page, of 1 MB at most. Returns how many of them it has changed or removed. */
  visit: (items: StoredItem[], pass: number) => Promise<number>;
  bar: ProgressBar;
}

/** More passes than that find what is written as fast as it is removed. */
const MOST_PASSES = 8;

/**
 * Visits every item of the table, page by page, until a whole pass has changed nothing: what a worker wrote behind the cursor is
 * found by the next one. The cursor is stored after each page.
 * @returns how many items were changed, and whether the last pass found nothing
 */
export async function scanUntilClean(
  table: Table,
  { name, visit, bar }: Scan,
): Promise<{ changed: number; isClean: boolean }> {
  const stored = await read(table, keys.erasure(name), Progress);
  const size = await approximateSize(table);
  let changed = 0;
  let cursor = stored?.cursor;
  for (let pass = stored?.pass ?? 1; pass <= MOST_PASSES; pass += 1) {
    let inPass = 0;
    let seen = 0;
    // A pass that begins in the middle proves nothing about the items before.
    const isWhole = cursor === undefined;
    do {
      const page = await readPage(table, cursor);
      inPass += await visit(page.items, pass);
      cursor = page.next;
      seen += page.items.length;
      bar.show(seen / Math.max(size, seen + 1), `pass ${pass}: ${seen} items seen, ${changed + inPass} changed`);
      await put(table, { ...keys.erasure(name), pass, ...(cursor && { cursor }) });
    } while (cursor !== undefined);
    changed += inPass;
    if (inPass === 0 && isWhole) {
      await remove(table, keys.erasure(name));
      return { changed, isClean: true };
    }
  }
  await remove(table, keys.erasure(name));
  return { changed, isClean: false };
}

async function readPage(
  { client, tableName: TableName }: Table,
  ExclusiveStartKey: Record<string, unknown> | undefined,
) {
  const page = await withRetries(() =>
    client.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey })),
  );
  return {
    items: v.parse(v.array(StoredItem), page.Items ?? []),
    next: v.parse(v.optional(ItemKey), page.LastEvaluatedKey),
  };
}

/** As DynamoDB counted it in the last six hours. */
async function approximateSize({ client, tableName: TableName }: Table): Promise<number> {
  const { Table: description } = await client.send(new DescribeTableCommand({ TableName }));
  return description?.ItemCount ?? 0;
}

/** Every item once, for reading only. */
export async function* everyItem(table: Table): AsyncGenerator<StoredItem> {
  let cursor: Record<string, unknown> | undefined;
  do {
    const page = await readPage(table, cursor);
    yield* page.items;
    cursor = page.next;
  } while (cursor !== undefined);
}
