import { markdownTable } from '#infra/docs/markdown-table.ts';
import { assistantSettings } from '#shared/catalog/assistant-settings.ts';
import type { AssistantSetting, SettingSupport } from '#shared/catalog/settings/setting.ts';

const settings: readonly AssistantSetting[] = assistantSettings;

/** What every field of an assistant does in each mode. */
export function settingsTable(): string {
  const rows = settings.map(({ field, pipeline, multimodal }) => [`\`${field}\``, cell(pipeline), cell(multimodal)]);
  return markdownTable(['field', 'pipeline', 'multimodal'], rows);
}

/** By which attributes and fields the carrier and the speech model are told. */
export function wireTable(): string {
  const rows = settings
    .filter(({ pipeline, multimodal }) => names(pipeline) !== '' || names(multimodal) !== '')
    .map(({ field, pipeline, multimodal }) => [`\`${field}\``, names(pipeline), names(multimodal)]);
  return markdownTable(['field', 'ConversationRelay', 'Realtime session'], rows);
}

function cell({ support, how }: SettingSupport): string {
  return support === 'unsupported' ? `**not supported**: ${how}` : `${support}: ${how}`;
}

function names({ attributes = [], session = [] }: SettingSupport): string {
  return [...attributes, ...session].map((name) => `\`${name}\``).join(', ');
}
