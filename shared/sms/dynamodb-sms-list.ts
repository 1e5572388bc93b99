import { lastIdOf, pageRange, type PageOf, type PageRequest } from '#shared/platform/http/lists.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { batchRead, type Table } from '#shared/platform/table/table.ts';
import {
  blockOf,
  createSmsIndex,
  smsIndexSizes,
  type SmsIndexPart,
  type SmsIndexSizes,
} from '#shared/sms/dynamodb-sms-index.ts';
import type { SmsFilter, SmsList } from '#shared/sms/sms-deps.ts';
import { partyOf, withLate, type Block, type LateRow, type SmsRow } from '#shared/sms/sms-index.ts';
import { listStatusOf, SmsItem, smsListStatuses, type Sms, type SmsListStatus } from '#shared/sms/sms.ts';

/** How often a list is read again when messages change between its reads. Afterwards it shows what it has. */
const MOST_READS = 5;

export function createDynamoDbSmsList(
  table: Table,
  { sizes = smsIndexSizes, now = Date.now }: { sizes?: SmsIndexSizes; now?: () => number } = {},
): SmsList {
  const index = createSmsIndex(table, sizes, now);
  return {
    async list(userId, filter, page) {
      const wanted = toWanted(userId, filter, page);
      for (let reads = 1; ; reads += 1) {
        const found = await look({ userId, wanted, page });
        const isLast = reads === MOST_READS;
        if (found && (found.isWhole || isLast)) return { rows: found.rows, total: found.total };
        if (isLast) throw new Error('the blocks of a list of SMS are missing');
        // Not a change meanwhile: messages were removed, or changed by an earlier release, without their blocks.
        if (reads > 1) await index.reset(userId);
      }
    },
  };

  interface Look {
    userId: number;
    wanted: Wanted;
    page: PageRequest;
  }

  async function look({ userId, wanted, page }: Look): Promise<FoundPage | undefined> {
    const parts = partsOf(await index.read(userId, wanted), wanted);
    const cut = parts.filter(({ rows, mustRead }) => rows === undefined && mustRead);
    if (!(await addRows(userId, cut, wanted))) return undefined;
    const shown = overlapping(parts, pageRange(page));
    const unread = shown.filter(({ part }) => part.rows === undefined).map(({ part }) => part);
    if (!(await addRows(userId, unread, wanted))) return undefined;
    const rows = shown.flatMap(({ part, start, end }) => (part.rows ?? []).toReversed().slice(start, end));
    const total = parts.reduce((sum, { count }) => sum + count, 0);
    return { ...(await readMessages(table, userId, rows, wanted)), total };
  }

  /** False if a block is gone. */
  async function addRows(userId: number, parts: readonly ListPart[], wanted: Wanted): Promise<boolean> {
    if (parts.length === 0) return true;
    const blocks = parts.flatMap(({ block }) => block ?? []);
    const found = await index.readBlocks(userId, blocks);
    if (!found) return false;
    for (const part of parts) {
      const rows = part.block && found.get(part.block);
      part.rows = withLate(rows ?? [], part.late).filter((row) => isWanted(row, wanted));
      part.count = part.rows.length;
    }
    return true;
  }
}

interface FoundPage extends PageOf<Sms> {
  isWhole: boolean;
}

interface Wanted {
  statuses: ReadonlySet<SmsListStatus>;
  party: string | undefined;
  first: number;
  last: number;
}

function toWanted(
  userId: number,
  { status, direction, phoneNumber, from, before }: SmsFilter,
  page: PageRequest,
): Wanted {
  const statuses = smsListStatuses.filter(
    (one) =>
      (status === undefined || one === status) &&
      (direction === undefined || (one === 'received') === (direction === 'inbound')),
  );
  return {
    statuses: new Set(statuses),
    party: phoneNumber === undefined ? undefined : partyOf(userId, phoneNumber),
    first: from === undefined ? 0 : firstRecordIdAt(from),
    last: Math.min(lastIdOf(page), before === undefined ? Number.MAX_SAFE_INTEGER : firstRecordIdAt(before) - 1),
  };
}

function isWanted({ id, status, party }: SmsRow, { statuses, party: wanted, first, last }: Wanted): boolean {
  return statuses.has(status) && (wanted === undefined || party === wanted) && id >= first && id <= last;
}

interface ListPart {
  block?: Block;
  late: readonly LateRow[];
  mustRead: boolean;
  count: number;
  /** Those that are wanted, oldest first. */
  rows?: SmsRow[];
}

/** Newest first, those that may have what is wanted. */
function partsOf({ head, late, tail }: SmsIndexPart, wanted: Wanted): ListPart[] {
  const notes = Map.groupBy(late, ({ id }) => blockOf(head.blocks, id));
  const parts = head.blocks.flatMap((block, position): ListPart[] => {
    const own = notes.get(block) ?? [];
    // A note may be older than the first block.
    const from = position === 0 ? 0 : block.from;
    const until = (head.blocks[position + 1]?.from ?? head.to) - 1;
    const count = [...wanted.statuses].reduce((sum, status) => sum + block.counts[status], 0);
    if (until < wanted.first || from > wanted.last || (count === 0 && own.length === 0)) return [];
    const isCut = block.from < wanted.first || until > wanted.last;
    return [{ block, late: own, count, mustRead: isCut || own.length > 0 || wanted.party !== undefined }];
  });
  const rows = tail.filter((row) => isWanted(row, wanted));
  return [...parts, { late: [], mustRead: false, count: rows.length, rows }].toReversed();
}

function overlapping(parts: readonly ListPart[], { start, end }: { start: number; end: number }) {
  let position = 0;
  return parts.flatMap((part) => {
    const own = position;
    position += part.count;
    if (own >= end || position <= start) return [];
    return [{ part, start: Math.max(0, start - own), end: end - own }];
  });
}

/** Whole if each is there, and still what it was listed as. */
async function readMessages(table: Table, userId: number, rows: readonly SmsRow[], { statuses }: Wanted) {
  const key = ({ id }: SmsRow) => keys.sms.key(userId, id);
  const found = await batchRead(table, rows.map(key));
  const messages = rows.flatMap((row) => found.get(key(row), SmsItem) ?? []);
  const isWhole = messages.length === rows.length && messages.every((sms) => statuses.has(listStatusOf(sms)));
  return { rows: messages, isWhole };
}
