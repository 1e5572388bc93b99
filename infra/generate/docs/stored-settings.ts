import * as v from 'valibot';
import type { Setting, SettingTable } from '#shared/assistants/setting.ts';
import { settings } from '#shared/assistants/settings.ts';
import { JsonText } from '#shared/platform/table/table.ts';

/** The source of `shared/assistants/stored-settings.ts`, before the formatter. */
export function storedSettingsSource(table: SettingTable = settings): string {
  const entries = Object.entries(table).flatMap(([key, setting]) =>
    setting.stored === undefined ? [] : [`  ${key}: ${storedSource(setting.stored, setting)},`],
  );
  return `import * as v from 'valibot';
import { withoutLater } from '#shared/platform/table/later-kinds.ts';
import { JsonText } from '#shared/platform/table/table.ts';

/**
 * Written by \`npm run generate\` from the table of settings, which would add 20 KB to every function that reads a stored assistant.
 * An item from before a setting existed gets its default.
 */
export const storedSettings = {
${entries.join('\n')}
};
`;
}

function storedSource(stored: v.GenericSchema, setting: Setting): string {
  const source = sourceOf(stored);
  if (!v.is(stored, setting.default)) return source;
  const value = JSON.stringify(setting.default);
  if (typeof setting.default !== 'object' || setting.default === null) return `v.optional(${source}, ${value})`;
  return `v.optional(${source}, () => ${Array.isArray(setting.default) ? value : `(${value})`})`;
}

const Parts = v.object({
  type: v.string(),
  wrapped: v.optional(v.unknown()),
  item: v.optional(v.unknown()),
  entries: v.optional(v.record(v.string(), v.unknown()), {}),
  options: v.optional(v.array(v.unknown()), []),
  literal: v.optional(v.string()),
});

/** Items with a `type` may be of one that a later release has added. */
function arrayOf(item: unknown): string {
  const { type: kind, options, entries } = v.parse(Parts, item);
  if (kind === 'variant') {
    const types = options.map((option) => v.parse(Parts, v.parse(Parts, option).entries['type']).literal);
    return `withoutLater('type', v.picklist(${JSON.stringify(types)}), ${sourceOf(item)})`;
  }
  const { type } = entries;
  return type === undefined
    ? `v.array(${sourceOf(item)})`
    : `withoutLater('type', ${sourceOf(type)}, ${sourceOf(item)})`;
}

function sourceOf(schema: unknown): string {
  if (schema === JsonText) return 'JsonText';
  const { type, wrapped, item, entries, options, literal } = v.parse(Parts, schema);
  switch (type) {
    case 'number':
    case 'string':
    case 'boolean':
      return `v.${type}()`;
    case 'literal':
      return `v.literal(${JSON.stringify(literal)})`;
    case 'picklist':
      return `v.picklist(${JSON.stringify(options)})`;
    case 'variant':
      return `v.variant('type', [${options.map(sourceOf).join(', ')}])`;
    case 'nullable':
      return `v.nullable(${sourceOf(wrapped)})`;
    case 'optional':
      return `v.optional(${sourceOf(wrapped)})`;
    case 'array':
      return arrayOf(item);
    case 'object':
      return `v.object({ ${Object.entries(entries)
        .map(([name, part]) => `${name}: ${sourceOf(part)}`)
        .join(', ')} })`;
    default:
      throw new Error(`a stored setting cannot be of type ${type}: add it to infra/guide/stored-settings.ts`);
  }
}
