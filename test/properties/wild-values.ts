import * as fc from 'fast-check';

/** Text that is put into a body as it is, for what `JSON.stringify` cannot write. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return `raw ${this.text.slice(0, 80)}`;
  }
}

/** JSON text of a value that may hold raw parts, and keys that an object literal cannot have. */
export function toJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${toJson(part)}`).join(',')}}`;
}

const raw = (...texts: string[]) => texts.map((text) => new RawJson(text));
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Where ranges and ids begin and end. */
const edges = [0, 0.7, 1, 1.2, 5, 7, 10, 20, 100, 120, 600, 1200, 2 ** 53 - 1];
const numbers = edges.flatMap((edge) => [edge, edge + 1, edge - 1, edge + 1e-9, edge - 1e-9, edge + 0.5]);
/** Where numbers of JSON, of JavaScript and of the database begin and end. */
const extremeNumbers = [-1, -5, -0, 1e21, 1e125, 1e126, 1e308, -1e308, 5e-324, 1e-130, 1e-131].concat(
  [31, 53, 63].map((power) => 2 ** power),
  0.1 + 0.2,
);

/** What fields of the contract are filled with, for the wrong field or the wrong other fields. */
const plausibleTexts = [
  ...'0|1|true|null|+12025550100|+1 202 555 0101|https://example.com|https://example.org/hook?a=b'.split('|'),
  ...'Europe/Berlin|UTC|English|German|rehearsal|gpt-realtime|make|receive|pipeline|multimodal|vad|ai'.split('|'),
  ...'AI assistant|Customer|string|number|bool|created|completed|reached-max-retries'.split('|'),
];
const strangeTexts = [
  '',
  ...' |\t\n|\u0000|a\u0000b|\u202Eabc|\uFEFF|\u00A0|é|😀|👩‍👩‍👧|ß|NaN|Infinity|1e3|-0|0x10|1.5|[]|{}'.split('|'),
  ...'__proto__|constructor|toString|[object Object]|+1|+999123456789|2025550100|tel:+12025550100'.split('|'),
  ...'+12025550100;ext=5|+٢٠٢|http://127.0.0.1:1|http://169.254.169.254/|javascript:1|http://[::1|//x'.split('|'),
  ...'http://a b|https://xn--|https://user:pass@example.com:99999|Etc/GMT+25|{customer_name}|{{{{a}}}}'.split('|'),
  ..."'; DROP TABLE x; --|<script>|$ref|#pk|:pk|../..|%00|%zz".split('|'),
];
const halfCharacters = ['\uD800', '\uDC00', 'a\uD83Db', '\uDE00\uD83D', 'https://\uD800.com'];
const longTexts = [
  ...[16, 100, 101, 255, 256, 300, 301, 500, 501, 5000].map((length) => 'x'.repeat(length)),
  ...[101, 151, 256].map((length) => '😀'.repeat(length)),
];
const texts = [...plausibleTexts, ...strangeTexts, ...halfCharacters, ...longTexts];

const structures = [
  ...raw('1e400', '-1e400', '-0', '0.0000000000000000000000000001', '123456789012345678901234567890', '1E+2'),
  ...raw('"\\u0000"', '{"__proto__":{"a":1}}', '{"a":1,"a":2}', '{"constructor":{"prototype":1}}', '{"":""}'),
  ...raw('{"a":{"__proto__":1}}', nested(33, '[', ']'), nested(2000, '[', ']'), `{"a":${nested(31, '[', ']')}}`),
  ...raw(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, `{"\\ud800":1}`, `{"a":"\\udc00"}`, `["\\ud800"]`),
  ...raw(`{"${'k'.repeat(3000)}":1}`, `{"length":5,"0":"a"}`, `{"toString":1}`, `{"then":1}`, `{"a":1e-400}`),
  ...raw(`{"a":12345678901234567890.5}`, '[]', '{}', '[null]', '[[]]', '[{}]', '{"a":[]}'),
  Array.from({ length: 12 }, () => ({ phone_number: '+12025550101' })),
  Array.from({ length: 300 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, index])),
];

const known = (values: readonly unknown[]) => fc.constantFrom(...values);
const anyNumber = fc.oneof(known(numbers), known(extremeNumbers), fc.double(), fc.maxSafeInteger());
const anyText = fc.oneof(
  ...[plausibleTexts, strangeTexts, halfCharacters, longTexts].map(known),
  fc.string({ unit: 'binary', maxLength: 400 }),
);
const anyStructure = fc.oneof(known(structures), fc.jsonValue({ maxDepth: 3 }));

/** Any value that a field of a body may be sent with. Undefined = the field is not sent. */
export const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  anyNumber,
  anyText,
  anyStructure,
  fc.constantFrom<unknown>(undefined, null, true, false),
);

/** Any value of the type that the field wants, most of them wrong in some other way. */
export function wildValueLike(valid: unknown): fc.Arbitrary<unknown> {
  if (typeof valid === 'number') return anyNumber;
  if (typeof valid === 'string') return anyText;
  if (typeof valid === 'boolean') return fc.constantFrom<unknown>(true, false, 0, 1, '0', '1', 2, 'true', 'on');
  return anyStructure;
}

/** Any text of a path or a query. */
export const wildText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts.filter((text) => text.length < 600 && text.isWellFormed())) },
  { weight: 2, arbitrary: fc.constantFrom(...numbers, ...extremeNumbers).map(String) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);

/** A body that is no object of fields at all. */
export const wildBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ...'{|}|[]|[[|"x"|5|null|true|\uFEFF{}|{}{}|{"a":}|{"a":undefined}|{\'a\':1}'.split('|')),
  fc.constantFrom('{"__proto__":{}}', nested(5000, '[', ']'), nested(200_000, '[', ']'), `"${'x'.repeat(300_000)}"`),
  fc.constantFrom(`{"a":"${'x'.repeat(262_000)}"}`, `{"a":"${'é'.repeat(131_072)}"}`, `${' '.repeat(262_142)}{}`),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 100 }),
);
