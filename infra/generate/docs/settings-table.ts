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

/** What every field of an assistant does in each mode; those that never change stand last. */
export function settingsTable(table: SettingTable = settings): string {
  const rows = pageRows(table).map(({ field, pipeline, multimodal }) => [
    `\`${field}\``,
    cell(pipeline),
    cell(multimodal),
  ]);
  return markdownTable(['field', 'pipeline', 'multimodal'], rows);
}

/** The attributes of the carrier and the fields of the speech model that a setting decides. */
export function wireTable(): string {
  const rows = pageRows(settings)
    .map((row) => [`\`${row.field}\``, names(row, 'pipeline'), names(row, 'multimodal')])
    .filter(([, pipeline, multimodal]) => pipeline !== '' || multimodal !== '');
  return markdownTable(['field', 'ConversationRelay', 'Realtime session'], rows);
}

function pageRows(table: SettingTable): PageRow[] {
  const isFixed = ({ fixed }: Setting) => fixed !== undefined;
  return Object.values(table)
    .toSorted((one, other) => Number(isFixed(one)) - Number(isFixed(other)))
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
