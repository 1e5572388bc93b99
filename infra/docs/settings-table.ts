import { markdownTable } from '#infra/docs/markdown-table.ts';
import type { Setting, SettingSupport, SettingTable } from '#shared/assistants/setting.ts';
import { settings } from '#shared/assistants/settings.ts';

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
    .filter(({ pipeline, multimodal }) => names(pipeline) !== '' || names(multimodal) !== '')
    .map(({ field, pipeline, multimodal }) => [`\`${field}\``, names(pipeline), names(multimodal)]);
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

function names({ attributes = [], session = [] }: SettingSupport): string {
  return [...attributes, ...session].map((name) => `\`${name}\``).join(', ');
}
