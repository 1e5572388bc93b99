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

/** The effect of every field of an assistant in each mode. One sentence names the fields that never change. */
export function settingsTable(table: SettingTable = settings): string {
  const rows = pageRows(table).map(({ field, pipeline, multimodal }) => [
    `\`${field}\``,
    cell(pipeline),
    cell(multimodal),
  ]);
  return [markdownTable(['field', 'pipeline', 'multimodal'], rows), ...fixedFields(table)].join('\n\n');
}

function fixedFields(table: SettingTable): string[] {
  const names = Object.values(table).flatMap(({ fixed, record }) => (fixed === undefined ? [] : [`\`${record}\``]));
  if (names.length === 0) return [];
  return [`Every assistant has the same value in these fields, which existing clients expect: ${names.join(', ')}.`];
}

/** The attributes of the carrier and the fields of the speech model that a setting decides. */
export function wireTable(): string {
  const rows = pageRows(settings)
    .map((row) => [`\`${row.field}\``, names(row, 'pipeline'), names(row, 'multimodal')])
    .filter(([, pipeline, multimodal]) => pipeline !== '' || multimodal !== '');
  return markdownTable(['field', 'ConversationRelay', 'Realtime session'], rows);
}

function pageRows(table: SettingTable): PageRow[] {
  return Object.values<Setting>(table).flatMap(({ request, record, fixed, pipeline, multimodal }) => {
    const field = request ?? record;
    return field && pipeline && multimodal && fixed === undefined ? [{ field, pipeline, multimodal }] : [];
  });
}

function cell({ support, how }: SettingSupport): string {
  return support === 'unsupported' ? `**not supported**: ${how}` : `${support}: ${how}`;
}

const attributes: Record<EngineMode, Partial<Record<string, readonly string[]>>> = settingAttributes;

function names(row: PageRow, mode: EngineMode): string {
  return [...(attributes[mode][row.field] ?? []), ...(row[mode].session ?? [])].map((name) => `\`${name}\``).join(', ');
}
