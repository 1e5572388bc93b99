import * as v from 'valibot';
import { AssistantItem, toAssistantItem } from '#shared/assistants/assistant-items.ts';
import type { Assistant, AssistantStore } from '#shared/assistants/assistant.ts';
import { AppError } from '#shared/platform/errors.ts';
import { lastIdOf, pageRange, untilWhole, type PageRequest } from '#shared/platform/http/lists.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { readTotal, type CountedList, type ListSize } from '#shared/platform/table/list-total.ts';
import type { IndexedList, PageIndex } from '#shared/platform/table/page-index.ts';
import { query, queryPart, read, type Table } from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import { put } from '#shared/platform/table/write.ts';

/** Lists of older releases may have more than their limit. 12 MB are read in some two seconds, and compressed below 6 MB
 * unless they are noise. */
const MOST_READS = 12;

export function assistantLists(
  table: Table,
  index: PageIndex<'listed'>,
): Pick<AssistantStore, 'list' | 'listAll' | 'listWhole' | 'findByUuid'> {
  return {
    list: (userId, page) => untilWhole(page, () => listPage(table, index, userId, page)),

    listAll: (userId) =>
      query(table, { partition: keys.assistant.partition(userId), newestFirst: true }, AssistantItem),

    async listWhole(userId, type) {
      const filter = type && expr`type = ${type}`;
      const wanted = { partition: keys.assistant.partition(userId), filter, newestFirst: true, mostReads: MOST_READS };
      const { items, isAll } = await queryPart(table, wanted, AssistantItem);
      return isAll ? items : undefined;
    },

    findByUuid: (userId, uuid) => findByUuid(table, index, { userId, uuid }),
  };
}

/** The ids of a page are neighbours. @throws AppError answer_too_large */
async function listPage(table: Table, index: PageIndex<'listed'>, userId: number, page: PageRequest) {
  const { ids, total } = await index.find(indexedAssistants(table, userId), {
    ...pageRange(page),
    last: lastIdOf(page),
  });
  if (ids.length === 0) return { rows: [], total };
  const where = between(ids);
  const wanted = { partition: keys.assistant.partition(userId), where, newestFirst: true, mostReads: MOST_READS };
  const { items, isAll } = await queryPart(table, wanted, AssistantItem);
  if (!isAll) throw new AppError('answer_too_large');
  const known = new Set(ids);
  return { rows: items.filter(({ id }) => known.has(id)), total };
}

/** Of ids that are newest first. */
const between = (ids: readonly number[]) =>
  expr`sk BETWEEN ${sortableId(ids.at(-1) ?? 0)} AND ${sortableId(ids[0] ?? 0)}`;

const IdItem = v.object({ id: v.number() });

export function indexedAssistants(table: Table, userId: number): IndexedList {
  return {
    partition: keys.pageIndex.ofAssistants(userId),
    olderIds: async () => {
      const wanted = { partition: keys.assistant.partition(userId), attributes: ['id'] };
      return (await query(table, wanted, IdItem)).map(({ id }) => id);
    },
  };
}

export function countedAssistants(table: Table, userId: number): CountedList {
  return {
    total: keys.listTotal.ofAssistants(userId),
    most: mostAssistants,
    async measure() {
      const wanted = { partition: keys.assistant.partition(userId), mostReads: MOST_READS };
      const { items, isAll } = await queryPart(table, wanted, AssistantItem);
      const kilobytes = items.reduce((sum, assistant) => sum + kilobytesOf(assistant), 0);
      return isAll ? { records: items.length, kilobytes } : undefined;
    },
  };
}

/** By how much the list grows. */
export function growthOf({ before, after }: { before?: Assistant; after?: Assistant }): ListSize {
  return {
    records: Number(after !== undefined) - Number(before !== undefined),
    kilobytes: (after ? storedKilobytes(after) : 0) - (before ? storedKilobytes(before) : 0),
  };
}

/** As a later reader will count it. */
function storedKilobytes(assistant: Assistant): number {
  return kilobytesOf(v.parse(AssistantItem, toAssistantItem(assistant)));
}

/** An assistant of an older release has no entry for its uuid: it is searched for, once. */
async function findByUuid(
  table: Table,
  index: PageIndex<'listed'>,
  { userId, uuid }: Pick<Assistant, 'userId' | 'uuid'>,
): Promise<number | undefined> {
  const key = keys.assistantOfUuid(userId, uuid);
  const entry = await read(table, key, IdItem);
  if (entry) return entry.id;
  const { hasOlder } = await readTotal(table, countedAssistants(table, userId));
  if (!hasOlder) return undefined;
  const { ids } = await index.find(indexedAssistants(table, userId), { start: 0, end: Infinity });
  const found = await Promise.all(inParts(ids).map((part) => searchUuid(table, userId, { uuid, among: part })));
  const [older] = found.flat();
  if (older) await put(table, { ...key, id: older.id });
  return older?.id;
}

/** Side by side: a list of an older release may have 100 MB, and a query reads 1 MB after the other. */
const MOST_PARTS = 16;

function inParts(ids: readonly number[]): number[][] {
  const size = Math.max(50, Math.ceil(ids.length / MOST_PARTS));
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, part) => ids.slice(part * size, (part + 1) * size));
}

function searchUuid(table: Table, userId: number, { uuid, among }: { uuid: string; among: readonly number[] }) {
  const filter = expr`uuid = ${uuid}`;
  const wanted = { partition: keys.assistant.partition(userId), where: between(among), filter, attributes: ['id'] };
  return query(table, wanted, IdItem);
}

/** Some lists have no pages. An answer of Lambda has 6 MB at most: 1,000 records have 2.6 MB without their texts. */
export const mostAssistants: ListSize = { records: 1_000, kilobytes: 4_900 };

/** What a record has besides its texts: names of fields, numbers, times. */
const FIXED_BYTES = 2_300;

/** Of its record in a list, as Lambda answers it: as a text in JSON, with its quotes escaped twice. Never less than that. */
export function kilobytesOf(assistant: Assistant): number {
  // What the service changes by itself has a fixed length, so that it never fails for its size.
  const texts = Object.entries(assistant).filter(([name, value]) => name !== 'status' && isText(value));
  const json = JSON.stringify(JSON.stringify(Object.fromEntries(texts)));
  return Math.ceil((Buffer.byteLength(json) + FIXED_BYTES) / 1000);
}

/** As many of the first ones as an answer can have. */
export function fittingAnAnswer(assistants: readonly Assistant[]): Assistant[] {
  let left = mostAssistants.kilobytes;
  const end = assistants.findIndex((assistant) => (left -= kilobytesOf(assistant)) < 0);
  return assistants.slice(0, end === -1 ? undefined : end);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
