import { assistantSettings } from '#shared/catalog/assistant-settings.ts';
import { engineModes } from '#shared/domain/assistant/assistant.ts';
import type { AssistantSetting } from '#shared/catalog/settings/setting.ts';

const settings: readonly AssistantSetting[] = assistantSettings;

/** In which modes a field of an assistant has no effect, and why; undefined where it always has one. */
export function settingNote(field: string): string | undefined {
  const setting = settings.find((one) => one.field === field);
  if (!setting) return undefined;
  const without = engineModes.filter((mode) => setting[mode].support === 'unsupported');
  const [mode] = without;
  if (mode === undefined) return undefined;
  const where = without.length === engineModes.length ? 'Stored, and without effect' : `Without effect in ${mode} mode`;
  return `${where}: ${lowerFirst(setting[mode].how)}`;
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
