import * as v from 'valibot';
import type { AssistantStore, Assistant } from '#shared/assistants/assistant.ts';
import { storedSettings } from '#shared/assistants/stored-settings.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, update, type Write } from '#shared/platform/table/write.ts';

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

/** The bundles of what only reads one assistant contain no lists. */
export function createAssistantReader(table: Table): Pick<AssistantStore, 'get'> {
  return { get: (userId, assistantId) => read(table, keys.assistant.key(userId, assistantId), AssistantItem) };
}

export function keyOf({ userId, id }: Pick<Assistant, 'userId' | 'id'>) {
  return keys.assistant.key(userId, id);
}

export function itemOf(assistant: Assistant) {
  return { ...keyOf(assistant), ...toAssistantItem(assistant) };
}

/** With the update that makes the version, so that calls only refer to it. */
export function copyOf(assistant: Assistant): Write[] {
  return assistant.copiedVersion === assistant.version ? [{ put: versionItem(assistant) }] : [];
}

/** An answer has less than 6 MB, and a version up to 400 KB. */
const MOST_READS = 6;

export function listVersions(
  table: Table,
  { userId, assistantId }: { userId: number; assistantId: number },
  { limit, before = Number.MAX_SAFE_INTEGER }: Parameters<AssistantStore['listVersions']>[2],
): Promise<Assistant[]> {
  const { pk: partition, sk: first } = keys.assistantVersion(userId, assistantId, 0);
  const where = expr`sk BETWEEN ${first} AND ${keys.assistantVersion(userId, assistantId, before - 1).sk}`;
  return query(table, { partition, where, newestFirst: true, limit, mostReads: MOST_READS }, AssistantItem);
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
