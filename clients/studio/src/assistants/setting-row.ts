import type { Assistant } from '@ringback/client';
import { formatWord } from '../format/local.ts';

export type Engine = 'pipeline' | 'multimodal';

/** The part of a JSON Schema that the form understands. Other settings are edited as JSON. */
export interface FieldSchema {
  type?: string | readonly string[];
  enum?: ReadonlyArray<string | null>;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  description?: string;
  format?: string;
  pattern?: string;
  items?: FieldSchema;
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean;
}

export interface Support {
  /** `carrier`, `model` or `service` implements it; `unsupported`: it has no effect. */
  support: string;
  how: string;
}

/** A setting of an assistant: its name in requests, its values, and its effect in each engine. */
export interface SettingRow {
  name: string;
  /** Its name in the record. */
  record?: string;
  section: string;
  isRequired: boolean;
  default?: unknown;
  schema: FieldSchema;
  pipeline: Support;
  multimodal: Support;
}

/** The settings as a request sends them, by name. */
export type Values = Readonly<Record<string, unknown>>;

export const typeOf = ({ type, enum: choices }: FieldSchema): string =>
  choices ? 'choice' : ([type].flat().find((one) => one !== undefined && one !== 'null') ?? 'unknown');

/** `llm_model` becomes `LLM model`, `voice_id` becomes `Voice`. */
export const labelOf = (name: string): string =>
  formatWord(name.replace(/_id$/, ''))
    .replaceAll(/\bllm\b/gi, 'LLM')
    .replaceAll(/\burl\b/gi, 'URL')
    .replace(/^Re engagement/, 'Re-engagement');

/** Settings that the record has in another form. */
const fromRecord: Readonly<Record<string, (record: Assistant, models: ReadonlyMap<number, string>) => unknown>> = {
  calls_direction: ({ type }) => (type === 'inbound' ? 'receive' : 'make'),
  engine_type: ({ mode }) => mode,
  llm_model: (record, models) =>
    models.get((record.mode === 'multimodal' ? record.multimodal_model_id : record.llm_model_id) ?? 0),
  who_speaks_first: (record) => (record.wait_for_customer ? 'Customer' : 'AI assistant'),
  end_call_tool: ({ tools }) => ({ description: tools[0]?.data.description ?? '' }),
  use_min_interrupt_words: ({ min_interrupt_words }) => min_interrupt_words > 0,
};

/** The values of the form for a record. Numbers that the record has as text, and flags of 1 and 0, get their own types. */
export function valuesOf(rows: readonly SettingRow[], record: Assistant, models: ReadonlyMap<number, string>): Values {
  const fields = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(
    rows.map((row) => {
      const read = fromRecord[row.name];
      const value = read ? read(record, models) : fields.get(row.record ?? row.name);
      return [row.name, normal(row, value)];
    }),
  );
}

/** The values of a new assistant before the user chooses any. */
export const defaultsOf = (rows: readonly SettingRow[]): Values =>
  Object.fromEntries(rows.map((row) => [row.name, hasOwnDefault(row) ? normal(row, row.default) : null]));

/** Some defaults are of the stored value, which is of another kind than that of a request. */
export function hasOwnDefault({ schema, default: value }: SettingRow): boolean {
  if (value === undefined || value === null) return false;
  const type = typeOf(schema);
  if (type === 'choice') return schema.enum?.some((choice) => choice === value) ?? false;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
  return typeof value === (type === 'integer' ? 'number' : type);
}

function normal(row: SettingRow, value: unknown): unknown {
  const type = typeOf(row.schema);
  if ((type === 'number' || type === 'integer') && typeof value === 'string') return Number(value);
  if (type === 'boolean' && typeof value === 'number') return value === 1;
  return value ?? (hasOwnDefault(row) ? row.default : undefined) ?? null;
}

/** The settings that differ, by name. */
export function changesOf(before: Values, after: Values): Values {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}
