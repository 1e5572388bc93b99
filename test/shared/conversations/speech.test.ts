import { expect, it } from 'vitest';
import { cleanSpeech } from '#shared/conversations/clean-speech.ts';
import { moodOf, selectFiller } from '#shared/conversations/fillers.ts';
import { estimateSpeechSeconds, saidWithin, splitClauses, splitFirstWords } from '#shared/conversations/speech-text.ts';
import { speakForms } from '#shared/conversations/spoken-numbers.ts';

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
  ['مرحبا يا سيدتي، كيف حالك؟ نعم؛ حسنا.', ['مرحبا يا سيدتي، ', 'كيف حالك؟ ', 'نعم؛ حسنا.']],
  ['السلام علیکم۔ آپ کیسے ہیں؟ ٹھیک۔', ['السلام علیکم۔ ', 'آپ کیسے ہیں؟ ', 'ٹھیک۔']],
  ['नमस्ते। आप कैसे हैं? ठीक।', ['नमस्ते। ', 'आप कैसे हैं? ', 'ठीक।']],
  ['নমস্কার।আপনি কেমন আছেন? ভালো।', ['নমস্কার।', 'আপনি কেমন আছেন? ', 'ভালো।']],
  ['สวัสดีค่ะ ขอบคุณที่โทรมา วันนี้มีอะไรให้ช่วยไหมคะ', ['สวัสดีค่ะ ขอบคุณที่โทรมา ', 'วันนี้มีอะไรให้ช่วยไหมคะ']],
  ['彼は「いいえ。」と言いました。はい、そうです。', ['彼は「いいえ。」', 'と言いました。', 'はい、そうです。']],
  ['会议19：30开始。好吗？', ['会议19：30开始。', '好吗？']],
  ['', []],
])('the clause splitter splits %j', (text, clauses) => expect(stream(text, text.length || 1)).toEqual(clauses));

it('the clause splitter cuts a long clause at a word of about 60 characters', () => {
  const text = 'This sentence simply goes on and on without any mark at all until something stops it';
  const clauses = stream(text, 7);
  expect(clauses).toEqual(['This sentence simply goes on and on without any mark at all ', 'until something stops it']);
});

it.each([
  {
    language: 'Japanese',
    text: '本日はお忙しいところお電話をいただき誠にありがとうございますそれではご予約の内容を確認させていただきます',
  },
  {
    language: 'Chinese',
    text: '感谢您今天在百忙之中给我们打来电话现在我来为您确认一下您预订的房间和入住的日期以及早餐的时间安排',
  },
  {
    language: 'Thai',
    text: 'ขอบคุณที่โทรหาเราในวันนี้ตอนนี้ฉันจะตรวจสอบการจองห้องพักของคุณและวันที่เข้าพักรวมถึงเวลาอาหารเช้าของคุณด้วยค่ะ',
  },
])('the clause splitter cuts $language without marks between words, after four seconds of speech', ({ text }) => {
  const starts = new Set(
    Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text), (word) => word.index),
  );
  const clauses = stream(text, text.length);
  expect(clauses.length).toBeGreaterThan(1);
  for (const clause of clauses.slice(0, -1)) expect(estimateSpeechSeconds(clause)).toBeLessThan(5.2);
  let end = 0;
  for (const clause of clauses) {
    expect(starts).toContain(end);
    end += clause.length;
  }
  for (const size of [1, 3, 20]) expect(stream(text, size)).toEqual(clauses);
});

it.each([
  ['Call +12025550100 now.', 'en-US', 'Call +1, 2 0 2, 5 5 5, 0 1 0 0 now.'],
  ['Call +442071234567.', 'en-GB', 'Call +4 4, 2 0, 7 1 2 3, 4 5 6 7.'],
  ['+33145678901', 'fr-FR', '+3 3, 1, 4 5, 6 7, 8 9, 0 1'],
  ['+4930901820', 'de-DE', '+4 9, 3 0, 9 0 1, 8 2 0'],
  ['+34912345678', 'es-ES', '+3 4, 9 1 2, 3 4, 5 6, 7 8'],
  ['+551123456789', 'pt-BR', '+5 5, 1 1, 2 3 4 5, 6 7 8 9'],
  ['+353871234567', 'en-GB', '+3 5 3, 8 7, 1 2 3, 4 5 6 7'],
  ['+870123456789', 'en-US', '+8 7 0, 1 2 3, 4 5 6, 7 8 9'],
  ['Your code is 4711, order number 20265.', 'en-US', 'Your code is 4 7 1 1, order number 2 0 2 6 5.'],
  ['PIN: 1234; ticket #987654', 'en-US', 'PIN: 1 2 3 4; ticket #9 8 7 6 5 4'],
  ['Ihre Kundennummer lautet 48151.', 'de-DE', 'Ihre Kundennummer lautet 4 8 1 5 1.'],
  ['Su código es 4711.', 'es-ES', 'Su código es 4 7 1 1.'],
  ['予約番号は4711です。', 'ja-JP', '予約番号は4 7 1 1です。'],
  ['We have 2500 seats, 4711 of them free, in 2026, and 1000000 visitors.', 'en-US', null],
  ['The order is for 4711 chairs; unicode 1234 is no code.', 'en-US', null],
  ['Code 4711234, zip 01067, room 101.', 'en-US', 'Code 4 7 1, 1 2 3 4, zip 0 1 0, 6 7, room 101.'],
  ['Write to a1234567@b.com or 192.168.1.100 for 1234567.89.', 'en-US', null],
  ['On 2026-11-22 at 14:30.', 'en-US', 'On November 22, 2026 at 14:30.'],
  ['Am 2026-11-22.', 'de-DE', 'Am 22. November 2026.'],
  ['2026-11-22です。', 'ja-JP', '2026年11月22日です。'],
  ['電話は0312345678です。', 'ja-JP', '電話は0 3 1, 2 3 4, 5 6 7 8です。'],
  ['2026-11-22 को', 'hi-IN', '22 नवंबर 2026 को'],
  ['Not 2026-02-30 nor 2026-11-22-7 nor 555-2026-11-22.', 'en-US', null],
  ['It costs 1,234.50 EUR or USD 49.', 'en-US', 'It costs 1,234.50 euros or 49 US dollars.'],
  ['Das kostet 1.234,50 EUR.', 'de-DE', 'Das kostet 1.234,50 Euro.'],
  ['Il coûte 1 234 EUR.', 'fr-FR', 'Il coûte 1\u202f234 euros.'],
  ['It costs $49, €5 or 3 ABC.', 'en-US', null],
])('speech says %j in %s as %j', (written, locale, said) =>
  expect(speakForms(cleanSpeech(written), locale)).toBe(said ?? written),
);

it('speech of syllables takes longer than that of letters', () => {
  expect(estimateSpeechSeconds('今日は晴れです')).toBeCloseTo(1.5);
  expect(estimateSpeechSeconds('Good morning, Ada.')).toBeCloseTo(18 / 14);
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
  ['We are open.<|im_end|>', 'We are open.'],
  ['Bye. <channel|><eos><|eot_id|>', 'Bye.'],
  ['<|end_of_text|>', ''],
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
  ['Scotland \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}!', 'Scotland!'],
  ['family 👨‍👩‍👧‍👦 ❤️', 'family'],
  ['🎉', ''],
  ['Acme® costs 5 €.', 'Acme® costs 5 €.'],
  ['你好。', '你好。'],
])('clean speech says %j as %j', (written, said) => expect(speakForms(cleanSpeech(written), 'en-US')).toBe(said));

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

const WRITES_FAST = 0.5;
const callMs = (seconds: number) => seconds * 1000;
const firstWords = (text: string, lettersPerMs = WRITES_FAST) => splitFirstWords(text, lettersPerMs, callMs).clauses[0];

it.each([
  ['two short words of a fast model', 'This is answer', 'This is '],
  ['no word that may go on', 'This is', undefined],
  ['no words that are over before the next ones', 'Hi, yes', undefined],
  ['a clause that is shorter', 'Of course! One', 'Of course! '],
  ['a number as a whole, before it', 'We have 12', 'We have '],
  ['a number as a whole, behind it', 'Room 1200 is', 'Room 1200 '],
  ['no part of a number in groups', 'That is 1 000 000', 'That is '],
  ['no amount without its currency', '1234567 EUR or', '1234567 EUR '],
  ['no currency without its amount', 'Price: EUR 49', undefined],
  ['no prefix of a telephone number', 'Call +49 30 1234', undefined],
  ['no date without its year', 'On the 2nd of May', 'On the 2nd '],
  ['no part of a link', 'See [our new page](https://a.example) now', 'See [our new page](https://a.example) '],
  ['no part of a tag', 'Please <b class="x y">wait</b> here', 'Please <b class="x y">wait</b> '],
])('the first words of a reply are %s', (_, text, first) => expect(firstWords(text)).toBe(first));

it('the first words of a slow model are as long as it takes to write the next ones, up to twenty letters', () => {
  expect(firstWords('This is answer', 0.1)).toBeUndefined();
  expect(firstWords('This is answer number', 0.1)).toBe('This is answer ');
  expect(firstWords('This is answer number four', 0.01)).toBe('This is answer number ');
});

it('loses no character between the first words and the rest', () => {
  const text = 'We are open, from 9:30 a.m. to five.';
  for (let length = 1; length <= text.length; length += 1) {
    const { clauses, rest } = splitFirstWords(text.slice(0, length), WRITES_FAST, callMs);
    expect(clauses.join('') + rest).toBe(text.slice(0, length));
  }
});

it.each([
  ['no more than fits', 'One two three four.', 0.5, 'One two'],
  ['all of it', 'One two.', 9, 'One two.'],
  ['nothing', 'One two.', 0.1, ''],
])('what is said within a time is %s', (_, text, seconds, said) => expect(saidWithin(text, seconds)).toBe(said));
