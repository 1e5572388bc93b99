import type { AssistantDetail } from '@ringback/client';
import { type SettingConflict, settingConflict } from './setting-conflict.ts';
import type { Values } from './setting-row.ts';
import { getAssistant } from '../requests/assistants/get-assistant.ts';
import { updateAssistant } from '../requests/assistants/update-assistant.ts';
import { isConflict } from '../service/errors.ts';

const READ_MS = 10_000;

interface Stored {
  id: number;
  /** The version that was read, and its settings. */
  version: number;
  read: Values;
  valuesOf: (record: AssistantDetail) => Values;
}

/**
 * Stores changes, unless another tab or user has changed the same settings meanwhile: these are returned, and nothing is stored. Changes of
 * other settings stay.
 */
export async function storeAssistant(of: Stored, changes: Values): Promise<SettingConflict | undefined> {
  try {
    await updateAssistant(of.id, { ...changes, if_version: of.version });
    return undefined;
  } catch (error) {
    if (!isConflict(error)) throw error;
    const record = await getAssistant(of.id).read(AbortSignal.timeout(READ_MS));
    // It was refused for another reason.
    if (record.version === of.version) throw error;
    const conflict = settingConflict(of.read, of.valuesOf(record), changes);
    return conflict ?? storeAssistant({ ...of, version: record.version }, changes);
  }
}
