import { describe, expect, it } from 'vitest';
import { splitClauses } from '#shared/domain/conversation/clause-splitter.ts';

/** Feeds the text in chunks of this size, as a model streams it. */
function stream(text: string, size: number): string[] {
  const clauses: string[] = [];
  let rest = '';
  for (let start = 0; start < text.length; start += size) {
    const split = splitClauses(rest + text.slice(start, start + size));
    clauses.push(...split.clauses);
    rest = split.rest;
  }
  return rest === '' ? clauses : [...clauses, rest];
}

describe('clause splitter', () => {
  it.each([
    ['Hello. How are you?', ['Hello. ', 'How are you?']],
    ['Of course! One moment… Done.', ['Of course! ', 'One moment… ', 'Done.']],
    ['We have a table at seven, or at nine.', ['We have a table at seven, ', 'or at nine.']],
    ['Yes, we do.', ['Yes, we do.']],
    ['It costs 3.50 in all. Fine?', ['It costs 3.50 in all. ', 'Fine?']],
    ['Dr. Smith and Mrs. J. Doe are in. Bye.', ['Dr. Smith and Mrs. J. Doe are in. ', 'Bye.']],
    ['Das ist z.B. am 1. Juli möglich. Gut?', ['Das ist z.B. am 1. Juli möglich. ', 'Gut?']],
    ['Come at 9 a.m. on Monday. Okay?', ['Come at 9 a.m. on Monday. ', 'Okay?']],
    ['She said “yes.” Then she left.', ['She said “yes.” ', 'Then she left.']],
    ['One\nTwo', ['One\n', 'Two']],
    ['你好。请问您需要什么？谢谢', ['你好。', '请问您需要什么？', '谢谢']],
    [
      'See [our page. It is new](https://a.example/x) please. Bye.',
      ['See [our page. It is new](https://a.example/x) please. ', 'Bye.'],
    ],
    ['', []],
  ])('splits %j', (text, clauses) => {
    expect(stream(text, text.length || 1)).toEqual(clauses);
  });

  it('cuts a long clause at a word of about 60 characters', () => {
    const text = 'This sentence simply goes on and on without any mark at all until somebody stops it';
    const clauses = stream(text, 7);
    expect(clauses).toEqual([
      'This sentence simply goes on and on without any mark at all ',
      'until somebody stops it',
    ]);
  });

  it.each([1, 2, 3, 7, 50])('gives the same clauses when the text comes in pieces of %i characters', (size) => {
    const text =
      'Sure, I can help with that. Our rooms cost 89.90 per night, breakfast included; would you like one? ' +
      'Please look at [the terms](https://hotel.example/terms?a=1) before Mr. Jones calls you back at 10. Thank you!';
    expect(stream(text, size)).toEqual(stream(text, text.length));
    expect(stream(text, size).join('')).toBe(text);
  });

  it('cuts what has no end at all', () => {
    const clauses = stream('x'.repeat(1000), 10);
    expect(clauses.join('')).toHaveLength(1000);
    expect(Math.max(...clauses.map((clause) => clause.length))).toBeLessThanOrEqual(250);
  });
});
