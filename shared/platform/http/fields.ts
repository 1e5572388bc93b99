import * as v from 'valibot';
import { toE164 } from '#shared/platform/e164.ts';
import { fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { UUID } from '#shared/platform/http/record-fields.ts';

type Field = v.GenericSchema;

type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a pipe, in place of everything before it, for rules that are code. @__NO_SIDE_EFFECTS__ */
export function describedAs<Input>(jsonSchema: JsonSchema): v.MetadataAction<Input, { jsonSchema: JsonSchema }> {
  return v.metadata({ jsonSchema });
}

const withoutSpace = (input: unknown): unknown => (typeof input === 'string' ? input.trim() : input);

const isBlank = (input: unknown) => input === undefined || input === null || withoutSpace(input) === '';

/** A required field. An empty string and null count as missing. @__NO_SIDE_EFFECTS__ */
export function required<const S extends Field>(field: S) {
  return v.pipe(
    v.unknown(),
    v.check((input) => !isBlank(input), sentences.required),
    field,
    v.metadata({ notBlank: true }),
  );
}

/** An optional field. An empty string counts as null. Undefined = not sent, null = cleared. @__NO_SIDE_EFFECTS__ */
export function optional<const S extends Field>(field: S) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((input) => (isBlank(input) ? null : input)),
      v.nullable(field),
    ),
  );
}

/** Trimmed text of at most `max` characters. @__NO_SIDE_EFFECTS__ */
export function text(max?: number) {
  const trimmed = v.pipe(v.string(sentences.string), v.trim());
  return max === undefined ? trimmed : v.pipe(trimmed, maxCharacters(max));
}

function maxCharacters(max: number) {
  const maxUnits = v.maxLength<string, number, string>(max, sentences.maxLength(max));
  const run: (typeof maxUnits)['~run'] = (dataset, config) =>
    dataset.typed && isWithin(dataset.value, max) ? dataset : maxUnits['~run'](dataset, config);
  return { ...maxUnits, '~run': run };
}

/** Trimmed text that matches the pattern. @__NO_SIDE_EFFECTS__ */
export function matching(pattern: RegExp) {
  return v.pipe(v.string(sentences.string), v.trim(), v.regex(pattern, sentences.format));
}

/** An integer, or its digits as text: clients send ids so. @__NO_SIDE_EFFECTS__ */
export function integer() {
  return v.pipe(
    v.unknown(),
    v.transform((input) => numberIn(input, INTEGER_TEXT)),
    v.number(sentences.integer),
    v.safeInteger(sentences.integer),
  );
}

/** The id of a record. Whether there is such a record is for the operation to find out. @__NO_SIDE_EFFECTS__ */
export function reference() {
  return v.pipe(integer(), describedAs({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));
}

/** The id of a record or, as some clients have it, its UUID. @__NO_SIDE_EFFECTS__ */
export function referenceOrUuid() {
  const uuid = v.pipe(
    v.string(),
    v.transform((sent) => sent.trim().toLowerCase()),
    v.regex(UUID, sentences.integer),
  );
  const documented = describedAs<number | string>({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
  return v.pipe(v.union([uuid, integer()], sentences.integer), documented);
}

/* @__NO_SIDE_EFFECTS__ */
export function integerBetween(least: number, most: number) {
  const sentence = sentences.between(least, most);
  return v.pipe(integer(), v.minValue(least, sentence), v.maxValue(most, sentence));
}

/** DynamoDB rejects numbers that are closer to zero. */
const SMALLEST_NUMBER = 1e-130;

/** A number, or one as text, as the records write some numbers. @__NO_SIDE_EFFECTS__ */
export function numberBetween(least: number, most: number) {
  const sentence = sentences.between(least, most);
  return v.pipe(
    v.unknown(),
    v.transform((input) => numberIn(input, NUMBER_TEXT)),
    v.number(sentences.number),
    v.finite(sentences.number),
    v.minValue(least, sentence),
    v.maxValue(most, sentence),
    v.transform((input) => (Math.abs(input) < SMALLEST_NUMBER ? 0 : input)),
  );
}

const INTEGER_TEXT = /^-?(?:0|[1-9]\d*)$/;
const NUMBER_TEXT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;

function numberIn(input: unknown, form: RegExp): unknown {
  return typeof input === 'string' && form.test(input.trim()) && Number.isFinite(Number(input)) ? Number(input) : input;
}

/** Accepts true/false, 1/0 and "1"/"0". @__NO_SIDE_EFFECTS__ */
export function boolean() {
  return v.pipe(
    v.unknown(),
    v.transform(withoutSpace),
    v.union([v.boolean(), v.picklist([1, 0, '1', '0'])], sentences.boolean),
    v.transform((input) => input === true || input === 1 || input === '1'),
    describedAs({ type: 'boolean' }),
  );
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Options extends readonly string[]>(options: Options) {
  return v.pipe(v.unknown(), v.transform(withoutSpace), v.picklist(options, sentences.selected));
}

/* @__NO_SIDE_EFFECTS__ */
export function anyObject() {
  return v.custom<Record<string, unknown>>(
    (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
    sentences.object,
  );
}

/** Deeper than real data, and shallow enough to process recursively. */
export const MAX_DEPTH = 32;

/** Stored as sent, `[]` as `{}`: PHP sends that. Infinite numbers and deep nesting are refused. @__NO_SIDE_EFFECTS__ */
export function keyValues() {
  return v.pipe(
    v.unknown(),
    v.transform((input) => (Array.isArray(input) && input.length === 0 ? {} : input)),
    anyObject(),
    v.check((input) => isWithinDepth(input, MAX_DEPTH), sentences.depth(MAX_DEPTH)),
    v.check((input) => hasFiniteNumbers(input, MAX_DEPTH), sentences.format),
  );
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isWithinDepth(part, depth - 1));
}

function hasFiniteNumbers(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null || depth === 0) return true;
  return Object.values(value).every((part) => hasFiniteNumbers(part, depth - 1));
}

/** A JSON object with any keys, within the size limit for variables. @__NO_SIDE_EFFECTS__ */
export function smallKeyValues() {
  return v.pipe(
    keyValues(),
    v.check(fitsVariablesLimit, ({ input }) => excessOf(input) ?? ''),
  );
}

/* @__NO_SIDE_EFFECTS__ */
export function arrayOf<const S extends Field>(item: S) {
  return v.array(item, sentences.array);
}

/** Items with different texts under this key. Checked also when other fields of the items fail. @__NO_SIDE_EFFECTS__ */
export function uniqueBy<Item>(key: keyof Item & string) {
  return v.rawCheck<Item[]>(({ dataset, addIssue }) => {
    const input: unknown = dataset.value;
    if (!Array.isArray(input)) return;
    const seen = new Set<unknown>();
    for (const [index, value] of input.entries()) {
      const item = v.safeParse(v.looseObject({ [key]: v.string() }), value);
      if (!item.success) continue;
      const text = item.output[key];
      const inArray = { type: 'array', origin: 'value', input, key: index, value } as const;
      const inItem = { type: 'object', origin: 'value', input: item.output, key, value: text } as const;
      if (seen.has(text)) addIssue({ message: sentences.taken, path: [inArray, inItem] });
      seen.add(text);
    }
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(anyObject(), v.object(entries, sentences.object));
}

/** A body of which some clients send one field under another name. @__NO_SIDE_EFFECTS__ */
export function renaming<const S extends Field>(otherName: string, name: string, body: S) {
  return v.pipe(
    v.unknown(),
    v.transform((input) => {
      if (!v.is(anyObject(), input) || Object.hasOwn(input, name)) return input;
      return Object.fromEntries(Object.entries(input).map(([key, value]) => [key === otherName ? name : key, value]));
    }),
    body,
  );
}

/** The entry of such another name, for the document alone. @__NO_SIDE_EFFECTS__ */
export function otherNameOf(name: string, rule: JsonSchema) {
  const told = { ...rule, deprecated: true, description: `Another name of \`${name}\`, for existing clients.` };
  return v.pipe(v.optional(v.unknown()), describedAs(told));
}

/** A length that browsers, proxies and servers support. */
export const MAX_URL_LENGTH = 2048;

/** An http or https URL. The operation checks whether its host may be called. @__NO_SIDE_EFFECTS__ */
export function webUrl() {
  return v.pipe(
    v.string(sentences.string),
    v.trim(),
    v.check((input) => URL.canParse(input) && /^https?:\/\//i.test(input), sentences.url),
    v.maxLength(MAX_URL_LENGTH, sentences.maxLength(MAX_URL_LENGTH)),
    describedAs({ type: 'string', format: 'uri', pattern: '^https?://', maxLength: MAX_URL_LENGTH }),
  );
}

/** A phone number in international format, read as E.164. @__NO_SIDE_EFFECTS__ */
export function phoneNumber() {
  return v.pipe(
    v.string(sentences.string),
    v.check((input) => toE164(input) !== undefined, sentences.phone),
    v.transform((input) => toE164(input) ?? input),
    describedAs({ type: 'string', description: 'A phone number in international format.' }),
  );
}

/** Characters of JSON. */
export const MAX_VARIABLES_LENGTH = 65_536;
/** Half of an item of 400 KB, less 2 KB: a call has its assistant and its variables in one. Only rare scripts reach it. */
export const MAX_HALF_ITEM_BYTES = 202_752;

/** Undefined: the variables fit. Else which limit they pass, and by how much. */
function excessOf(variables: Record<string, unknown>): string | undefined {
  const json = JSON.stringify(variables);
  if (!isWithin(json, MAX_VARIABLES_LENGTH))
    return sentences.maxJson(MAX_VARIABLES_LENGTH, 'characters', Array.from(json).length);
  const bytes = Buffer.byteLength(json);
  return bytes > MAX_HALF_ITEM_BYTES ? sentences.maxJson(MAX_HALF_ITEM_BYTES, 'bytes', bytes) : undefined;
}

/** Counts characters as JSON Schema does: an emoji is one, although a JavaScript string has two units for it. */
function isWithin(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max);
}

export function fitsVariablesLimit(variables: Record<string, unknown>): boolean {
  return excessOf(variables) === undefined;
}

/** Of variables that come from several places. @throws AppError validation_failed */
export function requireFewVariables(variables: Record<string, unknown>): void {
  const excess = excessOf(variables);
  if (excess !== undefined) throw invalidFields({ variables: [fillSentence(excess, 'variables')] });
}
