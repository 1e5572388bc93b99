import { describe, expect, it } from 'vitest';
import { fingerprint } from '#shared/platform/http/idempotency.ts';

describe('the fingerprint of a body', () => {
  it.each([
    ['the order of keys', { a: 1, b: { c: [1, 2], d: null } }, { b: { d: null, c: [1, 2] }, a: 1 }],
    ['how a number is written', JSON.parse('{"a":1.0}'), JSON.parse('{"a":1e0}')],
    ['how a character is written', JSON.parse('"\\u00e4"'), 'ä'],
  ])('does not tell %s', (_, one: unknown, other: unknown) => {
    expect(fingerprint(one)).toBe(fingerprint(other));
  });

  it('tells values apart', () => {
    const bodies: unknown[] = [
      {},
      [],
      null,
      '',
      0,
      false,
      '0',
      'null',
      { a: 1 },
      { a: '1' },
      { a: true },
      { a: null },
      { a: [1] },
      { a: [[1]] },
      { a: { '0': 1 } },
      [1, 2],
      [2, 1],
      [[1], 2],
      [[1, 2]],
      { a: 'x","b":"y' },
      { a: 'x', b: 'y' },
      { 'a:1': 1 },
      '\ud800',
      '\ud801',
      '\ufffd',
    ];
    expect(new Set(bodies.map(fingerprint)).size).toBe(bodies.length);
  });

  it.each([
    ['deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['wide', `[${'0,'.repeat(130_000)}0]`],
  ])('takes a body that is %s', (_, json) => {
    expect(fingerprint(JSON.parse(json))).toHaveLength(43);
  });
});
