import { markdownTable } from '#infra/text/markdown-table.ts';
import type { Setting, SettingSupport, SettingTable } from '#shared/assistants/setting.ts';
import { settings } from '#shared/assistants/settings.ts';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import { settingAttributes } from '#shared/integrations/twilio/setting-attributes.ts';

interface PageRow {
  field: string;
  pipeline: SettingSupport;
  multimodal: SettingSupport;
}

/** The effect of every field of an assistant in each mode, and a sentence with the fields that never change. */
export function settingsTable(table: SettingTable = settings): string {
  const rows = pageRows(table, (setting) => setting.fixed === undefined).map(({ field, pipeline, multimodal }) => [
    `\`${field}\``,
    cell(pipeline),
    cell(multimodal),
  ]);
  return `${markdownTable(['field', 'pipeline', 'multimodal'], rows)}\n\n${fixedSentence(table)}`;
}

function fixedSentence(table: SettingTable): string {
  const names = pageRows(table, (setting) => setting.fixed !== undefined).map(({ field }) => `\`${field}\``);
  if (names.length === 0) return '';
  const list = names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `Each record also has ${list}, with the same value in every record. They have no effect, and exist for clients that expect them.`;
}

/** The attributes of the carrier and the fields of the speech model that a setting decides. */
export function wireTable(): string {
  const rows = pageRows(settings)
    .map((row) => [`\`${row.field}\``, names(row, 'pipeline'), names(row, 'multimodal')])
    .filter(([, pipeline, multimodal]) => pipeline !== '' || multimodal !== '');
  return markdownTable(['field', 'ConversationRelay', 'Realtime session'], rows);
}

function pageRows(table: SettingTable, isWanted: (setting: Setting) => boolean = () => true): PageRow[] {
  return Object.values(table)
    .filter(isWanted)
    .flatMap(({ request, record, pipeline, multimodal }) => {
      const field = request ?? record;
      return field && pipeline && multimodal ? [{ field, pipeline, multimodal }] : [];
    });
}

function cell({ support, how }: SettingSupport): string {
  return support === 'unsupported' ? `**not supported**: ${how}` : `${support}: ${how}`;
}

const attributes: Record<EngineMode, Partial<Record<string, readonly string[]>>> = settingAttributes;

function names(row: PageRow, mode: EngineMode): string {
  return [...(attributes[mode][row.field] ?? []), ...(row[mode].session ?? [])].map((name) => `\`${name}\``).join(', ');
}
