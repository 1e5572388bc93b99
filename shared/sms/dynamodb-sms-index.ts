import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { batchRead, query, queryPart, read, ItemKey, type Table } from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import { put, putAll, remove, removeAll } from '#shared/platform/table/write.ts';
import {
  blockKey,
  BlockItem,
  countRows,
  HeadItem,
  LateItem,
  noHead,
  packHead,
  packRows,
  PACKED_AFTER_MS,
  toRow,
  withLate,
  type Block,
  type Head,
  type LateRow,
  type SmsRow,
} from '#shared/sms/sms-index.ts';
import { SmsItem } from '#shared/sms/sms.ts';

export interface SmsIndexSizes {
  block: number;
  /** After this number of blocks, those are stored before more messages are read. */
  blocksAtOnce: number;
  /** More notes than this go into the blocks. */
  notes: number;
}

/** The messages behind the last block are read by every list: 128 on average, some 8 read units. */
export const smsIndexSizes: SmsIndexSizes = { block: 256, blocksAtOnce: 32, notes: 32 };

export interface SmsIndexPart {
  head: Head;
  late: LateRow[];
  /** Of the range and not in blocks. */
  tail: SmsRow[];
}

interface IdRange {
  first: number;
  last: number;
}

/** Where the rows of all SMS of a user are, as of one moment. Stores blocks as it reads. */
export function createSmsIndex(table: Table, sizes: SmsIndexSizes, now: () => number) {
  return {
    async read(userId: number, range: IdRange): Promise<SmsIndexPart> {
      for (;;) {
        // Notes before the head: one that is gone by then is in its blocks.
        const late = await readLate(table, userId);
        const head = await readHead(table, userId);
        const tail = await readTail(table, userId, { head, range, packedBefore: now() - PACKED_AFTER_MS }, sizes);
        if (tail === 'packed') continue;
        const packed = late.filter(({ id }) => id < head.to);
        if (packed.length > sizes.notes) await fold(table, userId, head, packed);
        return { head, late: packed, tail };
      }
    },

    /** Undefined if a block has been replaced meanwhile. */
    readBlocks: (userId: number, blocks: readonly Block[]) => readBlocks(table, userId, blocks),

    reset: (userId: number) => resetSmsIndex(table, userId),
  };
}

async function readHead(table: Table, userId: number): Promise<Head> {
  return (await read(table, keys.smsIndex.head(userId), HeadItem)) ?? noHead;
}

function readLate(table: Table, userId: number): Promise<LateRow[]> {
  const where = expr`begins_with(sk, ${keys.smsIndex.lateOnes})`;
  return query(table, { partition: keys.smsIndex.partition(userId), where }, LateItem);
}

async function readBlocks(
  table: Table,
  userId: number,
  blocks: readonly Block[],
): Promise<Map<Block, SmsRow[]> | undefined> {
  const found = await batchRead(
    table,
    blocks.map((block) => blockKey(userId, block)),
  );
  const read = new Map<Block, SmsRow[]>();
  for (const block of blocks) {
    const rows = found.get(blockKey(userId, block), BlockItem);
    if (!rows) return undefined;
    read.set(block, rows);
  }
  return read;
}

const ListedSms = v.pipe(
  SmsItem,
  v.transform((sms) => toRow(sms)),
);

interface TailRange {
  head: Head;
  range: IdRange;
  packedBefore: number;
}

/** Reads on where the blocks end. `packed`: there were many messages, which are in blocks now. */
async function readTail(
  table: Table,
  userId: number,
  { head, range, packedBefore }: TailRange,
  sizes: SmsIndexSizes,
): Promise<SmsRow[] | 'packed'> {
  const start = Math.max(head.to, range.first);
  const firstUnpacked = firstRecordIdAt(packedBefore);
  const canPack = start === head.to;
  const tail: SmsRow[] = [];
  let next = start;
  while (next <= range.last) {
    const where = expr`sk BETWEEN ${sortableId(next)} AND ${sortableId(range.last)}`;
    const limit = sizes.block * sizes.blocksAtOnce;
    const part = await queryPart(table, { partition: keys.sms.partition(userId), where, limit }, ListedSms);
    tail.push(...part.items);
    next = (tail.at(-1)?.id ?? range.last) + 1;
    const packable = canPack ? tail.filter(({ id }) => id < firstUnpacked) : [];
    const isMuch = packable.length >= sizes.block * sizes.blocksAtOnce;
    if (packable.length >= sizes.block && (part.isAll || isMuch)) {
      await packTail(table, userId, head, packable, sizes);
      if (!part.isAll) return 'packed';
    }
    if (part.isAll) break;
  }
  return tail;
}

async function packTail(table: Table, userId: number, head: Head, rows: SmsRow[], sizes: SmsIndexSizes) {
  const parts: SmsRow[][] = [];
  for (let end = sizes.block; end <= rows.length; end += sizes.block) parts.push(rows.slice(end - sizes.block, end));
  const added = parts.map((part) => ({ block: newBlock(part), rows: part }));
  const to = (parts.at(-1)?.at(-1)?.id ?? 0) + 1;
  await replaceHead(table, userId, head, { to, blocks: [...head.blocks, ...added.map(({ block }) => block)] }, added);
}

function newBlock(rows: readonly SmsRow[]): Block {
  return { from: rows[0]?.id ?? 0, nonce: randomUUID().slice(0, 8), counts: countRows(rows) };
}

interface NewBlock {
  block: Block;
  rows: readonly SmsRow[];
}

/** False if another request was faster. Blocks that no head names are not read, and removed with the next reset. */
async function replaceHead(
  table: Table,
  userId: number,
  head: Head,
  next: Pick<Head, 'to' | 'blocks'>,
  added: readonly NewBlock[],
): Promise<boolean> {
  await putAll(
    table,
    added.map(({ block, rows }) => ({ ...blockKey(userId, block), ...packRows(rows) })),
  );
  const version = head.version + 1;
  const isFirst = head.version === 0;
  const writtenBy = randomUUID();
  const isReplaced = await put(
    table,
    { ...keys.smsIndex.head(userId), ...packHead({ version, ...next }), writtenBy },
    expr`${isFirst ? absent : expr`version = ${head.version}`} OR writtenBy = ${writtenBy}`,
  );
  if (isReplaced) return true;
  await removeAll(
    table,
    added.map(({ block }) => blockKey(userId, block)),
  );
  return false;
}

/** The block that has the id, or would have it. */
export function blockOf(blocks: readonly Block[], id: number): Block | undefined {
  return blocks.findLast(({ from }) => from <= id) ?? blocks[0];
}

/** A note goes only when a stored head has it, and it has not changed since it was read. */
async function fold(table: Table, userId: number, head: Head, late: readonly LateRow[]): Promise<void> {
  const notes = Map.groupBy(late, ({ id }) => blockOf(head.blocks, id));
  const changed = head.blocks.filter((block) => notes.has(block));
  const stored = await readBlocks(table, userId, changed);
  if (!stored) return;
  const renewed = new Map(
    changed.map((block) => {
      const rows = withLate(stored.get(block) ?? [], notes.get(block) ?? []);
      return [block, { block: newBlock(rows), rows }];
    }),
  );
  const blocks = head.blocks.map((block) => renewed.get(block)?.block ?? block);
  if (!(await replaceHead(table, userId, head, { to: head.to, blocks }, [...renewed.values()]))) return;
  for (const { id, status } of late) await remove(table, keys.smsIndex.late(userId, id), { status });
  await removeAll(
    table,
    changed.map((block) => blockKey(userId, block)),
  );
}

/** Twice out of the index: a list that was read before the removal cannot store it again. Idempotent. */
export async function removeSms(table: Table, { userId, id }: { userId: number; id: number }): Promise<void> {
  await resetSmsIndex(table, userId);
  await removeAll(table, [keys.smsIndex.late(userId, id), keys.sms.key(userId, id)]);
  await resetSmsIndex(table, userId);
}

/** The next list reads all SMS, and packs them again. */
export async function resetSmsIndex(table: Table, userId: number): Promise<void> {
  const partition = keys.smsIndex.partition(userId);
  for (;;) {
    const head = await readHead(table, userId);
    if (await replaceHead(table, userId, head, { to: 0, blocks: [] }, [])) break;
  }
  const where = expr`begins_with(sk, ${keys.smsIndex.blocks})`;
  await removeAll(table, await query(table, { partition, where }, ItemKey));
}
