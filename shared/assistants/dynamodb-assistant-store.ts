import * as v from 'valibot';
import type { AssistantStore, Assistant } from '#shared/assistants/assistant.ts';
import { storedSettings } from '#shared/assistants/stored-settings.ts';
import { pageRange, untilWhole, type PageRequest } from '#shared/platform/http/lists.ts';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { blockSizes, createBlockIndex, type BlockSizes } from '#shared/platform/table/page-index-blocks.ts';
import type { IndexedList, PageIndex } from '#shared/platform/table/page-index.ts';
import { read, batchRead, query, type Table } from '#shared/platform/table/table.ts';
import { put, update, transact, type Write } from '#shared/platform/table/write.ts';

export const AssistantItem = v.object({
  id: v.number(),
  userId: v.number(),
  uuid: v.string(),
  ...storedSettings,
  createdAt: v.number(),
  updatedAt: v.number(),
  version: v.number(),
  copiedVersion: v.optional(v.number()),
}) satisfies v.GenericSchema<unknown, Assistant>;

export function toAssistantItem(assistant: Assistant) {
  return { ...assistant, variables: JSON.stringify(assistant.variables) } satisfies v.InferInput<typeof AssistantItem>;
}

export const FillerConfigItem = storedSettings.fillerConfig;

export function createDynamoDbAssistantStore(table: Table, sizes: BlockSizes = blockSizes): AssistantStore {
  const index = createBlockIndex(table, sizes);
  const transactInIndex = ({ id, userId }: Assistant, change: { was?: 'listed'; is?: 'listed' }, writes: Write[]) =>
    index.transact([{ list: listOf(table, userId), id, ...change }], writes);
  return {
    async create(assistant) {
      const failed = await transactInIndex(assistant, { is: 'listed' }, [
        { put: itemOf(assistant), condition: absent },
        ...copyOf(assistant),
        ...moveNumber(assistant, { from: null, to: heldNumber(assistant) }),
      ]);
      if (failed.length === 0) return 'created';
      return failed.includes(0) ? 'id_taken' : 'number_taken';
    },

    get: (userId, assistantId) => read(table, keys.assistant.key(userId, assistantId), AssistantItem),

    async replace(before, after) {
      const failed = await transact(table, [
        { put: itemOf(after), condition: { version: before.version } },
        ...copyOf(after),
        ...moveNumber(before, { from: heldNumber(before), to: heldNumber(after) }),
      ]);
      if (failed.length === 0) return 'replaced';
      return failed.includes(0) ? 'conflict' : 'number_taken';
    },

    async delete(assistant) {
      const failed = await transactInIndex(assistant, { was: 'listed' }, [
        { remove: keyOf(assistant), condition: { version: assistant.version } },
        ...moveNumber(assistant, { from: heldNumber(assistant), to: null }),
      ]);
      return failed.length === 0 ? 'deleted' : 'conflict';
    },

    /** Each webhook under its own condition. The version grows, so that an update that has read the old state starts over. */
    async switchOffWebhook(userId, id, url) {
      const nextVersion = { version: expr`version + ${1}` };
      await update(table, keyOf({ userId, id }), {
        set: { isWebhookActive: false, ...nextVersion },
        condition: { webhookUrl: url, isWebhookActive: true },
      });
      await update(table, keyOf({ userId, id }), {
        set: { inboundWebhookUrl: null, ...nextVersion },
        condition: { inboundWebhookUrl: url },
      });
    },

    listVersions: (userId, assistantId, page) => listVersions(table, { userId, assistantId }, page),

    list: (userId, page) => untilWhole(page, () => listAssistants(table, index, userId, page)),

    listAll: (userId) => readAllAssistants(table, userId),

    listOutbound: async (userId) => (await readAllAssistants(table, userId)).filter(({ type }) => type === 'outbound'),
  };
}

function listVersions(
  table: Table,
  { userId, assistantId }: { userId: number; assistantId: number },
  { limit, before = Number.MAX_SAFE_INTEGER }: Parameters<AssistantStore['listVersions']>[2],
): Promise<Assistant[]> {
  const { pk: partition, sk: first } = keys.assistantVersion(userId, assistantId, 0);
  const where = expr`sk BETWEEN ${first} AND ${keys.assistantVersion(userId, assistantId, before - 1).sk}`;
  return query(table, { partition, where, newestFirst: true, limit }, AssistantItem);
}

async function listAssistants(table: Table, index: PageIndex<'listed'>, userId: number, page: PageRequest) {
  const { ids, total } = await index.find(listOf(table, userId), pageRange(page));
  const wanted = ids.map((id) => keyOf({ userId, id }));
  const found = await batchRead(table, wanted);
  return { rows: wanted.flatMap((key) => found.get(key, AssistantItem) ?? []), total };
}

function readAllAssistants(table: Table, userId: number): Promise<Assistant[]> {
  return query(table, { partition: keys.assistant.partition(userId), newestFirst: true }, AssistantItem);
}

function listOf(table: Table, userId: number): IndexedList {
  return {
    partition: keys.pageIndex.ofAssistants(userId),
    olderIds: async () => (await readAllAssistants(table, userId)).map(({ id }) => id).toReversed(),
  };
}

function moveNumber({ userId, id }: Assistant, { from, to }: Record<'from' | 'to', number | null>): Write[] {
  if (from === to) return [];
  const change = (numberId: number, holder: { before: number | null; after: number | null }): Write => ({
    update: keys.phoneNumber.key(userId, numberId),
    set: { inboundAssistantId: holder.after },
    // A number that does not exist has no holder at all, which is not null, so the condition fails for it.
    condition: { inboundAssistantId: holder.before },
  });
  return [
    ...(from === null ? [] : [change(from, { before: id, after: null })]),
    ...(to === null ? [] : [change(to, { before: null, after: id })]),
  ];
}

function keyOf({ userId, id }: Pick<Assistant, 'userId' | 'id'>) {
  return keys.assistant.key(userId, id);
}

/** With the update that makes the version, so that calls only refer to it. */
function copyOf(assistant: Assistant): Write[] {
  return assistant.copiedVersion === assistant.version ? [{ put: versionItem(assistant) }] : [];
}

function itemOf(assistant: Assistant) {
  return { ...keyOf(assistant), ...toAssistantItem(assistant) };
}

/** The number that only this assistant may answer. Outbound assistants share numbers. */
export function heldNumber(assistant: Assistant): number | null {
  return assistant.type === 'inbound' ? assistant.phoneNumberId : null;
}

interface VersionKey {
  userId: number;
  assistantId: number;
  version: number;
}

/** Calls name it: with a prompt of 8,000 characters a copy in each call cost 18 write units. */
function versionItem(assistant: Assistant) {
  const { copiedVersion: _, ...copied } = assistant;
  return { ...keys.assistantVersion(assistant.userId, assistant.id, assistant.version), ...toAssistantItem(copied) };
}

/** Stores the copy of a version that has none: one of an older release, or one that only switched a webhook off. */
export async function keepVersion(table: Table, assistant: Assistant): Promise<void> {
  const { userId, id, version, copiedVersion } = assistant;
  if (copiedVersion === version) return;
  // A repeat writes the same. The mark comes second, so that it never names a copy that does not exist.
  await put(table, versionItem(assistant));
  await update(table, keys.assistant.key(userId, id), { set: { copiedVersion: version }, condition: { version } });
}

const readBefore = new WeakMap<Table['client'], Map<string, Assistant>>();
/** A copy has up to 100 KB. */
const KEPT_COPIES = 100;

export async function readVersion(
  table: Table,
  { userId, assistantId, version }: VersionKey,
): Promise<Assistant | undefined> {
  const key = keys.assistantVersion(userId, assistantId, version);
  const copies = readBefore.get(table.client) ?? new Map<string, Assistant>();
  readBefore.set(table.client, copies);
  const name = `${table.tableName} ${key.pk} ${key.sk}`;
  const known = copies.get(name) ?? (await read(table, key, AssistantItem));
  if (copies.size >= KEPT_COPIES) copies.clear();
  if (known) copies.set(name, known);
  return known;
}
