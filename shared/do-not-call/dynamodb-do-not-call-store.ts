import { createHmac, randomInt } from 'node:crypto';
import * as v from 'valibot';
import { lastIdOf, pageRange, untilWhole, type PageRequest } from '#shared/platform/http/lists.ts';
import { createRecordId, ID_EPOCH_MS } from '#shared/platform/ids.ts';
import { absent, allOf, expr, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { blockSizes, createBlockIndex, type BlockSizes } from '#shared/platform/table/page-index-blocks.ts';
import type { IdChange, PageIndex } from '#shared/platform/table/page-index.ts';
import { query, read, untilDecided, type ItemKey, type Table } from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import { remove, transact, type Write } from '#shared/platform/table/write.ts';
import {
  DoNotCallItem,
  withPositions,
  type DoNotCallEntry,
  type DoNotCallStore,
  type ListedEntry,
  type OptOutMessage,
} from './do-not-call.ts';

/** Entries of an older release have no id, and are not in the page index. */
const StoredEntry = v.object({ ...DoNotCallItem.entries, id: v.optional(v.number()) });
type StoredEntry = v.InferOutput<typeof StoredEntry>;

type ErasureKeys = () => Promise<readonly string[]>;

/** The bundles of what only asks contain no page index. */
export function createDynamoDbDoNotCallCheck(
  table: Table,
  erasureKeys: ErasureKeys,
): Pick<DoNotCallStore, 'get' | 'has' | 'hasErased'> {
  const erased = erasedNumbers(table, erasureKeys);
  const get: DoNotCallStore['get'] = (userId, e164) => read(table, keys.doNotCall.key(userId, e164), DoNotCallItem);
  return {
    get,
    hasErased: erased.has,
    async has(userId, e164) {
      const [entry, isErased] = await Promise.all([get(userId, e164), erased.has(userId, e164)]);
      return entry !== undefined || isErased;
    },
  };
}

/** A message to thousands is answered by many STOPs at the same moment. */
const doNotCallSizes = { ...blockSizes, shards: 8 };

/** `erasureKeys`: the live values of the secret, the current one first. */
export function createDynamoDbDoNotCallStore(
  table: Table,
  erasureKeys: ErasureKeys,
  sizes: BlockSizes = doNotCallSizes,
): DoNotCallStore {
  const erased = erasedNumbers(table, erasureKeys);
  const entries = storedEntries(table, sizes);
  return {
    ...createDynamoDbDoNotCallCheck(table, erasureKeys),

    add: (entry) => addEntry(entries, entry),

    async remove(userId, e164) {
      const wasListed = await untilDecided(async () => {
        const stored = await entries.read(userId, e164);
        if (!stored) return false;
        return (await entries.transact(userId, leave(stored))).length === 0 || undefined;
      });
      const wasErased = await erased.remove(userId, e164);
      return wasListed || wasErased ? 'removed' : 'not_found';
    },

    async applyOptOut(message, at) {
      const outcome = await untilDecided(() => applyOptOut(table, entries, message, at));
      const { userId, phoneNumber, wish, sentAt } = message;
      if (wish === 'start' && outcome !== 'outdated') {
        // Of the last STOP or START before the erasure: an older START is a replay.
        const isOlder = expr`attribute_not_exists(sentAt) OR sentAt < ${sentAt}`;
        await erased.remove(userId, phoneNumber, allOf([{ source: 'sms' }, isOlder]));
      }
      return outcome;
    },

    async erase(userId, e164) {
      const wasListed = await untilDecided(async () => {
        const [stored, last] = await Promise.all([
          entries.read(userId, e164),
          read(table, keys.optOut(userId, e164), OptOutItem),
        ]);
        const kept = stored ? await erased.writes(stored, last?.sentAt) : [];
        // With its date: an older START must not undo a STOP that came since.
        const isLast = last ? { messageId: last.messageId } : absent;
        const others = [{ remove: keys.optOut(userId, e164), condition: isLast }, ...kept];
        const change = stored ? leave(stored) : { writes: [] };
        const failed = await entries.transact(userId, change, others);
        return failed.length === 0 ? stored !== undefined : undefined;
      });
      return wasListed || (await erased.has(userId, e164)) ? 'erased' : 'not_listed';
    },

    list: (userId, page) => untilWhole(page, () => entries.list(userId, page)),
  };
}

function addEntry(entries: Entries, entry: DoNotCallEntry): Promise<'added' | 'exists'> {
  return untilDecided(async () => {
    const stored = await entries.read(entry.userId, entry.phoneNumber);
    if (stored?.id !== undefined) return 'exists';
    const failed = await entries.transact(entry.userId, enter(stored ?? entry, stored));
    if (failed.length > 0) return undefined;
    return stored ? 'exists' : 'added';
  });
}

interface EntryChange {
  writes: Write[];
  index?: Pick<IdChange<'listed'>, 'id' | 'was' | 'is'>;
}

type Entries = ReturnType<typeof storedEntries>;

function storedEntries(table: Table, sizes: BlockSizes) {
  const index = createBlockIndex(table, sizes);
  return {
    read: (userId: number, e164: string) => read(table, keys.doNotCall.key(userId, e164), StoredEntry),

    list: (userId: number, page: PageRequest) => listEntries(table, index, userId, page),

    /** Returns the positions of the writes whose condition failed, `others` first. */
    transact(userId: number, change: EntryChange, others: readonly Write[] = []): Promise<number[]> {
      const list = { partition: keys.pageIndex.ofDoNotCall(userId), olderIds: () => noteOlder(table, userId) };
      return index.transact(change.index ? [{ ...change.index, list }] : [], [...others, ...change.writes]);
    },
  };
}

/** Before a user's page index exists: entries without id stay outside of it. */
async function noteOlder(table: Table, userId: number): Promise<number[]> {
  const [first] = await query(table, { partition: keys.doNotCall.partition(userId), limit: 1 }, StoredEntry);
  // One with an id was added by a request that has created the index meanwhile, and looked before.
  if (first && first.id === undefined) await transact(table, [{ put: { ...keys.doNotCallOlder(userId), userId } }]);
  return [];
}

/** An older entry gets its id. An id has the time of its entry; one that is taken is drawn again. */
function enter(entry: DoNotCallEntry, older: StoredEntry | undefined): EntryChange {
  const { userId, phoneNumber } = entry;
  const id = createRecordId(Math.max(ID_EPOCH_MS, entry.createdAt), () => randomInt(2 ** 32) / 2 ** 32);
  const isUnchanged = older ? expr`attribute_exists(pk) AND attribute_not_exists(id)` : absent;
  const item = { ...entry, id };
  return {
    writes: [
      { put: { ...keys.doNotCall.key(userId, phoneNumber), ...item }, condition: isUnchanged },
      { put: { ...keys.doNotCallRow.key(userId, id), ...item }, condition: absent },
    ],
    index: { id, is: 'listed' },
  };
}

function leave({ userId, phoneNumber, source, id }: StoredEntry): EntryChange {
  const key = keys.doNotCall.key(userId, phoneNumber);
  if (id === undefined) {
    return { writes: [{ remove: key, condition: expr`source = ${source} AND attribute_not_exists(id)` }] };
  }
  return {
    writes: [{ remove: key, condition: { id } }, { remove: keys.doNotCallRow.key(userId, id) }],
    index: { id, was: 'listed' },
  };
}

/** The key of the hash is not in the table: there are few enough numbers to try all of them. */
function erasedNumbers(table: Table, erasureKeys: ErasureKeys) {
  const keysOf = async (userId: number, e164: string): Promise<ItemKey[]> => {
    const hash = (key: string) => createHmac('sha256', key).update(`${userId} ${e164}`).digest('base64url');
    return (await erasureKeys()).map((key) => keys.erasedNumber(userId, hash(key)));
  };
  const find = async (userId: number, e164: string): Promise<ItemKey[]> => {
    if (!(await read(table, keys.hasErasedNumbers(userId), v.object({})))) return [];
    const candidates = await keysOf(userId, e164);
    const found = await Promise.all(candidates.map((key) => read(table, key, v.object({}))));
    return candidates.filter((_, index) => found[index] !== undefined);
  };
  return {
    has: async (userId: number, e164: string) => (await find(userId, e164)).length > 0,

    async remove(userId: number, e164: string, condition?: Condition): Promise<boolean> {
      const found = await find(userId, e164);
      const removed = await Promise.all(found.map((key) => remove(table, key, condition)));
      return removed.includes(true);
    },

    /** `sentAt`: of its last STOP or START. */
    async writes({ userId, phoneNumber, source, createdAt }: DoNotCallEntry, sentAt?: number): Promise<Write[]> {
      const [key] = await keysOf(userId, phoneNumber);
      if (!key) throw new Error('there is no key to erase numbers with');
      const kept = { ...key, userId, source, createdAt, ...(sentAt !== undefined && { sentAt }) };
      return [{ put: kept }, { put: { ...keys.hasErasedNumbers(userId), userId } }];
    },
  };
}

const OptOutItem = v.object({ messageId: v.string(), sentAt: v.number() });

/** One transaction, so a START cannot remove the entry of a newer STOP. Undefined: the entry has changed since. */
async function applyOptOut(table: Table, entries: Entries, message: OptOutMessage, at: number) {
  const { userId, phoneNumber, wish, messageId, sentAt } = message;
  const key = keys.optOut(userId, phoneNumber);
  const isNewer = wish === 'stop' ? expr`sentAt <= ${sentAt}` : expr`sentAt < ${sentAt}`;
  const last: Write = {
    update: key,
    set: { messageId, sentAt },
    condition: expr`attribute_not_exists(pk) OR (${isNewer} AND messageId <> ${messageId})`,
  };
  const stored = await entries.read(userId, phoneNumber);
  const failed = await entries.transact(userId, changeByOptOut(message, stored, at), [last]);
  if (failed.length === 0) return 'applied';
  if (!failed.includes(0)) return undefined;
  return (await read(table, key, OptOutItem))?.messageId === messageId ? 'repeated' : 'outdated';
}

function changeByOptOut(
  { userId, phoneNumber, wish }: OptOutMessage,
  stored: StoredEntry | undefined,
  at: number,
): EntryChange {
  const key = keys.doNotCall.key(userId, phoneNumber);
  if (wish === 'start') {
    if (!stored) return { writes: [{ remove: key, condition: absent }] };
    return stored.source === 'sms' ? leave(stored) : keep(stored);
  }
  if (stored?.id !== undefined) return keep(stored);
  return enter(stored ?? { userId, phoneNumber, source: 'sms', reason: null, createdAt: at }, stored);
}

/** If the entry is still the one that was read. */
function keep({ userId, phoneNumber, source }: StoredEntry): EntryChange {
  return { writes: [{ update: keys.doNotCall.key(userId, phoneNumber), set: { source }, condition: { source } }] };
}

/** Newest first. Does not read the partition that is asked before every call and text message. */
async function listEntries(table: Table, index: PageIndex<'listed'>, userId: number, page: PageRequest) {
  const last = lastIdOf(page);
  const older = keys.doNotCallOlder(userId);
  const [{ ids, total }, noted] = await Promise.all([
    index.find({ partition: keys.pageIndex.ofDoNotCall(userId) }, { ...pageRange(page), last }),
    query(table, { partition: older.pk, where: expr`sk = ${older.sk}` }, v.object({})),
  ]);
  if (noted.length === 0 && total > 0) return { rows: await readRows(table, userId, ids), total };
  // Among them are entries of an older release, without ids.
  const stored = await query(table, { partition: keys.doNotCall.partition(userId) }, StoredEntry);
  const listed = withPositions(stored).filter(({ id }) => id <= last);
  const { start, end } = pageRange(page);
  return { rows: listed.slice(start, end), total: listed.length };
}

const Row = v.object({ ...DoNotCallItem.entries, id: v.number() });

/** The ids of a page are neighbours: 100 of them are some 5 read units. */
async function readRows(table: Table, userId: number, ids: readonly number[]): Promise<ListedEntry[]> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  const where = expr`sk BETWEEN ${sortableId(last)} AND ${sortableId(first)}`;
  const wanted = new Set(ids);
  const rows = await query(table, { partition: keys.doNotCallRow.partition(userId), where, newestFirst: true }, Row);
  return rows.filter(({ id }) => wanted.has(id));
}
