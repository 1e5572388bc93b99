import { expect, it } from 'vitest';
import { readToolAnswer } from '#shared/tools/tool-answer.ts';

const answer = {
  slots: [{ time: '10:00', id: 'slot-1' }, { time: '11:00' }],
  customer: { iban: 'DE02 1203', age: 42 },
};
const body = JSON.stringify(answer);
const all = { assignments: [], responseFilter: null };
const ok = (rules: Partial<Parameters<typeof readToolAnswer>[0]>, text = body) =>
  readToolAnswer({ ...all, ...rules }, { status: 200, body: text });

it.each<[string, string[] | null, string]>([
  ['all of it', null, body],
  ['none of it', [], 'Done.'],
  ['a part', ['slots.0.time'], '{"slots.0.time":"10:00"}'],
  ['parts', ['slots.1', 'customer.age'], '{"slots.1":{"time":"11:00"},"customer.age":42}'],
  ['what is not there', ['x.y', 'slots.9', 'slots.time', 'constructor'], 'Done.'],
])('the model is told %s', (_, responseFilter, told) => {
  expect(ok({ responseFilter }).told).toBe(told);
});

it.each<[string, unknown]>([
  ['slots.0.time', '10:00'],
  ['customer.age', 42],
  ['slots', answer.slots],
  ['', answer],
])('a variable gets the value at %j', (path, value) => {
  expect(ok({ assignments: [{ variable: 'found', path, sensitive: false }] }).variables).toEqual({ found: value });
});

it('a variable without a value is not assigned', () => {
  const paths = ['x', 'slots.2', 'slots.-1', 'slots.length', '__proto__', 'customer.constructor.name'];
  const assignments = paths.map((path) => ({ variable: 'found', path, sensitive: false }));
  expect(ok({ assignments }).variables).toEqual({});
});

it('a sensitive value is a variable that is told to nobody, wherever the answer repeats it', () => {
  const text = JSON.stringify({ ...answer, message: 'The account is DE02 1203.' });
  const { told, variables, sensitive } = ok(
    { assignments: [{ variable: 'iban', path: 'customer.iban', sensitive: true }] },
    text,
  );
  expect(variables).toEqual({ iban: 'DE02 1203' });
  expect(sensitive).toEqual(['iban']);
  expect(told).not.toContain('DE02 1203');
  expect(JSON.parse(told)).toMatchObject({ customer: { iban: '[sensitive]' }, message: 'The account is [sensitive].' });
  const assignments = [{ variable: 'all', path: '', sensitive: true }];
  expect(ok({ assignments, responseFilter: ['customer.iban'] }).told).toBe('Done.');
  expect(readToolAnswer({ ...all, assignments }, { status: 500, body: text }).told).not.toContain('DE02');
});

it.each([
  ['text', 'Booked.', 'Booked.'],
  ['an empty body', '', 'Done.'],
  ['JSON text', '"Booked."', 'Booked.'],
  ['null', 'null', 'null'],
  ['HTML', '<p>Booked.</p>', '<p>Booked.</p>'],
  ['JSON that was cut', '{"a":', '{"a":'],
])('%s is told as it is', (_, text, told) => {
  expect(ok({}, text).told).toBe(told);
});

it('a failure is one sentence with the beginning of the answer, and assigns nothing', () => {
  const assignments = [{ variable: 'found', path: 'slots', sensitive: false }];
  const failed = readToolAnswer({ assignments, responseFilter: null }, { status: 409, body: '{"error":"taken"}' });
  expect(failed).toEqual({
    told: 'The service refused with status 409: {"error":"taken"}',
    variables: {},
    sensitive: [],
  });
  expect(readToolAnswer(all, { status: 302, body: '' }).told).toBe('The service refused with status 302.');
  expect(readToolAnswer(all, { status: 500, body: 'x'.repeat(9_999) }).told.length).toBeLessThan(600);
});

it('a long answer is shortened, between characters', () => {
  const { told } = ok({}, `"${'💥'.repeat(5_000)}"`);
  expect(told.length).toBeLessThan(3_020);
  expect(told.isWellFormed()).toBe(true);
  expect(told).toMatch(/… \(shortened\)$/);
  const assignments = [{ variable: 'long', path: 'a', sensitive: false }];
  expect(ok({ assignments }, JSON.stringify({ a: 'x'.repeat(9_000) })).variables['long']).toHaveLength(2_000);
  expect(ok({ assignments }, JSON.stringify({ a: Array.from({ length: 2_000 }, () => 1) })).variables).toEqual({});
});
