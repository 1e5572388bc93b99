import * as v from 'valibot';
import type { SettingTable } from '#shared/assistants/setting.ts';
import { settings } from '#shared/assistants/settings.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';

type Stored<Table extends SettingTable> = {
  -readonly [Key in keyof Table as Table[Key] extends { stored: unknown } ? Key : never]: Table[Key] extends {
    stored: infer Schema extends v.GenericSchema;
  }
    ? Schema
    : never;
};

/**
 * The schema of a stored assistant. Reading drops the key attributes. An item from before a setting existed gets its default, so that
 * a new setting needs no migration.
 */
export function itemOf<const Table extends SettingTable>(table: Table) {
  return v.object({
    id: v.number(),
    userId: v.number(),
    uuid: v.string(),
    ...storedOf(table),
    createdAt: v.number(),
    updatedAt: v.number(),
    version: v.number(),
  });
}

function storedOf<Table extends SettingTable>(table: Table): Stored<Table>;
function storedOf(table: SettingTable): object {
  const entries = Object.entries(table).flatMap(([key, { stored, default: byDefault }]) => {
    if (stored === undefined) return [];
    return [[key, v.is(stored, byDefault) ? v.optional(stored, () => byDefault) : stored]];
  });
  return Object.fromEntries(entries);
}

export const AssistantItem = itemOf(settings) satisfies v.GenericSchema<unknown, Assistant>;

/** A conversation stores the fillers of its assistant. */
export const FillerConfigItem = settings.fillerConfig.stored;

export function toAssistantItem(assistant: Assistant): v.InferInput<typeof AssistantItem> {
  return { ...assistant, variables: JSON.stringify(assistant.variables) };
}

/** The number that only this assistant may answer. Outbound assistants share numbers. */
export function heldNumber(assistant: Assistant): number | null {
  return assistant.type === 'inbound' ? assistant.phoneNumberId : null;
}
