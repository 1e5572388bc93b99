import { expect, it } from 'vitest';
import type { PostCallField } from '#shared/assistants/call-settings.ts';
import { readEvaluation } from '#shared/call-life/read-evaluation.ts';
import { languages, type Language } from '#shared/catalog/languages.ts';

const fields: PostCallField[] = [
  { name: 'summary', type: 'string', description: '' },
  { name: 'score', type: 'number', description: '' },
  { name: 'status', type: 'bool', description: '' },
];

const languageWith = (locale: string): Language => languages.find((one) => one.locale === locale)!;
const english = languageWith('en-US');
const names = ({ invalidFields }: ReturnType<typeof readEvaluation>) => invalidFields.map(({ name }) => name);

it.each([
  { answer: { summary: 'Fine.', score: 7, status: true }, read: { summary: 'Fine.', score: 7, status: true } },
  { answer: { summary: null, score: null, status: null }, read: { summary: null, score: null, status: null } },
  { answer: { score: -2, more: 'x' }, read: { summary: null, score: -2, status: null } },
  { answer: {}, read: { summary: null, score: null, status: null } },
])('the evaluation reads $answer', ({ answer, read }) =>
  expect(readEvaluation(fields, answer, english)).toEqual({ evaluation: read, invalidFields: [] }),
);

it.each([
  { answer: null, invalidFields: ['summary', 'score', 'status'] },
  { answer: [], invalidFields: ['summary', 'score', 'status'] },
  { answer: { score: Number.POSITIVE_INFINITY, status: 'maybe' }, invalidFields: ['score', 'status'] },
])('the evaluation does not take $answer', ({ answer, invalidFields }) => {
  const read = readEvaluation(fields, answer, english);
  expect(read.evaluation).toEqual({ summary: null, score: null, status: null });
  expect(names(read)).toEqual(invalidFields);
});

it('the evaluation takes the fields that are right beside one that is not, and tells what was written', () => {
  const answer = { summary: 'Fine.', score: 'seven or so', status: true };
  expect(readEvaluation(fields, answer, english)).toEqual({
    evaluation: { summary: 'Fine.', score: null, status: true },
    invalidFields: [{ name: 'score', type: 'number', written: '"seven or so"' }],
  });
});

it.each(['constructor', 'toString', '__proto__'])(
  'the evaluation knows a field named %s from what every object has',
  (name) => {
    const read = readEvaluation([{ name, type: 'string', description: '' }], {}, english);
    expect(read).toEqual({ evaluation: Object.fromEntries([[name, null]]), invalidFields: [] });
  },
);

const UNREADABLE = Symbol('unreadable');

it.each<[type: PostCallField['type'], locale: string, written: unknown, value: unknown]>([
  ['number', 'en-US', 7, 7],
  ['number', 'en-US', ' 7.5 ', 7.5],
  ['number', 'en-US', '1,200', 1200],
  ['number', 'en-US', '1,200.50', 1200.5],
  ['number', 'en-US', '1.200', 1.2],
  ['number', 'en-US', '1,234,567', 1_234_567],
  ['number', 'en-US', '1,5', 1.5],
  ['number', 'en-US', '0,500', 0.5],
  ['number', 'en-US', '$1,200', 1200],
  ['number', 'en-US', 'US$ 49', 49],
  ['number', 'en-US', '1,200 USD', 1200],
  ['number', 'en-US', '12%', 12],
  ['number', 'en-US', '-3', -3],
  ['number', 'en-US', '−3.5', -3.5],
  ['number', 'en-US', '+4', 4],
  ['number', 'en-US', '.5', 0.5],
  ['number', 'en-US', '1e3', 1000],
  ['number', 'en-IN', '1,00,000', 100_000],
  ['number', 'de-DE', '1.200', 1200],
  ['number', 'de-DE', '1,5', 1.5],
  ['number', 'de-DE', '1.5', 1.5],
  ['number', 'de-DE', '1,200', 1.2],
  ['number', 'de-DE', '1.234,50', 1234.5],
  ['number', 'de-DE', '1,234.50', 1234.5],
  ['number', 'de-DE', '1.200 €', 1200],
  ['number', 'de-DE', '0.500', 0.5],
  ['number', 'fr-FR', '1 200,50', 1200.5],
  ['number', 'fr-FR', '1\u202f200', 1200],
  ['number', 'es-MX', '1,200', 1200],
  ['number', 'es-ES', '1.200', 1200],
  ['number', 'it-IT', "1'200", 1200],
  ['number', 'ar-SA', '١٢٫٥', 12.5],
  ['number', 'hi-IN', '१,२००', 1200],
  ['number', 'ja-JP', '１２００', 1200],
  ['number', 'en-US', '1.2.3', UNREADABLE],
  ['number', 'en-US', '12,34,5', UNREADABLE],
  ['number', 'en-US', '2-3', UNREADABLE],
  ['number', 'en-US', '3 million', UNREADABLE],
  ['number', 'en-US', '10k', UNREADABLE],
  ['number', 'en-US', 'five', UNREADABLE],
  ['number', 'en-US', '7/10', UNREADABLE],
  ['number', 'en-US', true, UNREADABLE],
  ['number', 'en-US', [7], UNREADABLE],
  ['number', 'en-US', Number.NaN, UNREADABLE],
  ['number', 'en-US', 'n/a', null],
  ['number', 'en-US', 'N/A.', null],
  ['number', 'en-US', 'unknown', null],
  ['number', 'en-US', 'None', null],
  ['number', 'en-US', '', null],
  ['number', 'en-US', '-', null],
  ['number', 'de-DE', 'keine Angabe', null],
  ['number', 'fr-FR', 'inconnu', null],
  ['number', 'ja-JP', '不明', null],
  ['bool', 'en-US', 'True', true],
  ['bool', 'en-US', 'yes', true],
  ['bool', 'en-US', 'No.', false],
  ['bool', 'en-US', 1, true],
  ['bool', 'en-US', '0', false],
  ['bool', 'en-US', 2, UNREADABLE],
  ['bool', 'en-US', 'maybe', UNREADABLE],
  ['bool', 'en-US', 'unknown', null],
  ['bool', 'en-US', 'none', null],
  ['bool', 'de-DE', 'Ja', true],
  ['bool', 'de-DE', 'yes', true],
  ['bool', 'fr-FR', 'Non', false],
  ['bool', 'es-ES', 'Sí', true],
  ['bool', 'el-GR', 'ναι', true],
  ['bool', 'cs-CZ', 'ne', false],
  ['bool', 'nb-NO', 'nei', false],
  ['bool', 'ja-JP', 'はい', true],
  ['bool', 'zh-CN', '不是', false],
  ['bool', 'hi-IN', 'नहीं', false],
  ['string', 'en-US', 'Fine.', 'Fine.'],
  ['string', 'en-US', 3, '3'],
  ['string', 'en-US', false, 'false'],
  ['string', 'en-US', ['Monday', 2], 'Monday, 2'],
  ['string', 'en-US', 'n/a', null],
  ['string', 'en-US', 'Not mentioned', null],
  ['string', 'en-US', 'null', null],
  ['string', 'en-US', 'none', 'none'],
  ['string', 'en-US', 'no', 'no'],
  ['string', 'en-US', { day: 'Monday' }, UNREADABLE],
])('a %s in %s is read from %j', (type, locale, written, value) => {
  const read = readEvaluation([{ name: 'field', type, description: '' }], { field: written }, languageWith(locale));
  expect(names(read)).toEqual(value === UNREADABLE ? ['field'] : []);
  expect(read.evaluation['field']).toEqual(value === UNREADABLE ? null : value);
});

it.each(languages)('in $name, yes and no are read', (language) => {
  const read = (status: string) => readEvaluation(fields, { status }, language).evaluation['status'];
  expect([read('yes'), read('no')]).toEqual([true, false]);
});
