import { expect, it } from 'vitest';
import { splitClauses, cleanSpeech } from '#shared/conversations/speech-text.ts';
import { moodOf, selectFiller } from '#shared/conversations/fillers.ts';

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
  [
    'Please look at it on [our page that has all of the rooms of the house](https://hotel.example/rooms) today',
    ['Please look at it on [our page that has all of the rooms of the house](https://hotel.example/rooms) ', 'today'],
  ],
  ['', []],
])('the clause splitter splits %j', (text, clauses) => expect(stream(text, text.length || 1)).toEqual(clauses));

it('the clause splitter cuts a long clause at a word of about 60 characters', () => {
  const text = 'This sentence simply goes on and on without any mark at all until something stops it';
  const clauses = stream(text, 7);
  expect(clauses).toEqual(['This sentence simply goes on and on without any mark at all ', 'until something stops it']);
});

it.each([1, 2, 3, 7, 50])(
  'the clause splitter returns the same clauses when the text comes in pieces of %i characters',
  (size) => {
    const text =
      'Sure, I can help with that. Our rooms cost 89.90 per night, breakfast included; would you like one? ' +
      'Please look at [the terms](https://hotel.example/terms?a=1) before Mr. Jones calls you back at 10. Thank you!';
    expect(stream(text, size)).toEqual(stream(text, text.length));
    expect(stream(text, size).join('')).toBe(text);
  },
);

it('the clause splitter cuts what has no end at all', () => {
  const clauses = stream('x'.repeat(1000), 10);
  expect(clauses.join('')).toHaveLength(1000);
  expect(Math.max(...clauses.map((clause) => clause.length))).toBeLessThanOrEqual(250);
});

it.each([
  ['**Hello** there, ', 'Hello there, '],
  ['a pair** of', 'a pair of'],
  ['# Title\n', 'Title '],
  ['- first\n', 'first '],
  ['1. third', '1. third'],
  ['> quoted', 'quoted'],
  ['`code` and ```js', 'code and'],
  ['see [our page](https://example.com/a?b=c). ', 'see our page. '],
  ['go to https://www.example.com/menu ', 'go to example.com/menu '],
  ['write to jane_doe@example.com', 'write to jane_doe@example.com'],
  ['_really_ nice', 'really nice'],
  ['Great! 🎉 👍🏽 🇩🇪 1️⃣ ', 'Great! 1 '],
  ['<b>bold</b> 3 < 4', 'bold 3 < 4'],
  ['| a | b |', 'a b'],
  ['Fish &amp; chips&nbsp;today', 'Fish & chips today'],
  ['Menu → Settings • Voice ✓', 'Menu Settings Voice'],
  ['Scotland \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}!', 'Scotland !'],
  ['family 👨‍👩‍👧‍👦 ❤️', 'family'],
  ['🎉', ''],
  ['Acme® costs 5 €.', 'Acme® costs 5 €.'],
  ['你好。', '你好。'],
])('clean speech says %j as %j', (written, said) => expect(cleanSpeech(written)).toBe(said));

const fillers = {
  neutral: ['Okay.', 'One moment.'],
  negative: [],
  positive: ['Great.'],
  question: ['Let me see.', 'Hm.'],
};

it.each([
  { text: 'Are you open today?', mood: 'question' },
  { text: 'how much is it', mood: 'question' },
  { text: '今日は開いていますか？', mood: 'question' },
  { text: 'Wie lange dauert das', mood: 'question' },
  { text: 'No, that is wrong.', mood: 'negative' },
  { text: 'It doesn’t work.', mood: 'negative' },
  { text: 'Das ist leider kaputt.', mood: 'negative' },
  { text: 'Yes, please.', mood: 'positive' },
  { text: 'Perfecto, gracias.', mood: 'positive' },
  { text: 'A table for two.', mood: 'neutral' },
  { text: 'Nottingham.', mood: 'neutral' },
  { text: '', mood: 'neutral' },
])('the mood of a customer of «$text» is $mood', ({ text, mood }) => expect(moodOf(text)).toBe(mood));

it.each([
  { customerText: 'When?', filler: 'Let me see.' },
  { customerText: 'Yes.', filler: 'Great.' },
  { customerText: 'A table.', filler: 'Okay.' },
  { customerText: 'No.', filler: 'Okay.' },
])('a filler to «$customerText» is «$filler»', ({ customerText, filler }) => {
  expect(selectFiller({ fillers, customerText, said: [] })).toBe(filler);
});

it('a filler is never the same twice in a row', () => {
  const said: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const next = selectFiller({ fillers, customerText: turn % 3 === 0 ? 'When?' : 'A table.', said });
    expect(next).toBeDefined();
    expect(next).not.toBe(said.at(-1));
    said.push(next!);
  }
});

it('a filler is left out where there is no other one', () => {
  expect(selectFiller({ fillers, customerText: 'Yes.', said: ['Great.'] })).toBeUndefined();
  const none = { neutral: [' '], negative: [], positive: [], question: [] };
  expect(selectFiller({ fillers: none, customerText: 'Yes.', said: [] })).toBeUndefined();
});
