import * as v from 'valibot';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { storedSettings } from '#shared/assistants/stored-settings.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { read, type Table } from '#shared/platform/table/table.ts';
import { put, update } from '#shared/platform/table/write.ts';

/** A stored assistant. Reading drops the key attributes. */
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

/** A conversation stores the fillers of its assistant. */
export const FillerConfigItem = storedSettings.fillerConfig;

/** The number that only this assistant may answer. Outbound assistants share numbers. */
export function heldNumber(assistant: Assistant): number | null {
  return assistant.type === 'inbound' ? assistant.phoneNumberId : null;
}

/** Names one version of an assistant. */
export interface VersionKey {
  userId: number;
  assistantId: number;
  version: number;
}

/**
 * The immutable copy of a version. Calls name it instead of holding the assistant: with a prompt of 8,000 characters a copy in each
 * call cost 18 write units.
 */
export function versionItem(assistant: Assistant) {
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

/** Copies that this process has read. They never change. */
const readBefore = new WeakMap<Table['client'], Map<string, Assistant>>();
/** A copy has up to 100 KB. */
const KEPT_COPIES = 100;

/** Reads a copy; the second time from memory. Undefined if it does not exist. */
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
