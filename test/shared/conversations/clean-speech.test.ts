import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { languages, phrasesFor } from '#shared/catalog/languages.ts';
import { cleanSpeech } from '#shared/conversations/clean-speech.ts';
import { splitClauses } from '#shared/conversations/speech-text.ts';
import { speakForms } from '#shared/conversations/spoken-numbers.ts';
import { propertySeed as seed } from '#test/properties/seed.ts';

it.each([
  ['Tom O&#39;Brien of Blue Door &amp; Sons', "Tom O'Brien of Blue Door & Sons"],
  ['Tom O&#x27;Brien, &amp;#39;Tom&amp;#39;, O&rsquo;Neil', "Tom O'Brien, 'Tom', O’Neil"],
  ['Jos&eacute; M&uuml;ller, &Aring;sa, Stra&szlig;e, Fran&ccedil;ois', 'José Müller, Åsa, Straße, François'],
  ['AT&T, R&D; &unknown; Q&amp;A', 'AT&T, R&D; &unknown; Q&A'],
  ['&lt;b&gt;Hello&lt;/b&gt; &#128077;', 'Hello'],
  ['if a <b and c> d then x < y', 'if a <b and c> d then x < y'],
  ['<p class="x">One<br/>two</p><break time="1s"/>', 'Onetwo'],
  ['<https://example.com/a> or <jane@example.com>', 'example.com/a or jane@example.com'],
  ['see [the page](https://en.example.org/wiki/A_(b)) or [ours][1]', 'see the page or ours'],
  ['so says the report[^1] 【4†source】.', 'so says the report.'],
  ['*one* **two** ***three*** _four_ __five__ ~~six~~ `seven`', 'one two three four five six seven'],
  ['*"Yes"*, she said. (*Really*)', '"Yes", she said. (Really)'],
  ['from 49 EUR* a month', 'from 49 EUR a month'],
  ['press * or #, then *67 or *100# or "*"', 'press * or #, then *67 or *100# or "*"'],
  ['3 * 4, 3*4, 2**8, (1 + 2) * 3', '3 * 4, 3*4, 2**8, (1 + 2) * 3'],
  ['-5 degrees, −5, 10 - 3, minus -3', '-5 degrees, −5, 10 - 3, minus -3'],
  ['请按*键，**再**按#键', '请按*键，再按#键'],
  ['* one\n* two\n- three\n# Four\n> five', 'one two three Four five'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a b 1 2'],
  ['Great :thumbsup: :-) at 10:30:00', 'Great at 10:30:00'],
  ['Press *️⃣ and #️⃣', 'Press * and #'],
  ['*5 stars*, *10*, *67 or "*"', '5 stars, 10, *67 or "*"'],
])('of %j the words are %j', (written, words) => expect(cleanSpeech(written).trim()).toBe(words));

it('a minus sign and a star at the beginning of a clause are no bullets', () => {
  const text =
    'The difference of these two is, as you can easily see for yourself, 10 - 3 or seven, so press the last of them: * now';
  const said: string[] = [];
  const { clauses, rest } = splitClauses(text);
  for (const clause of [...clauses, rest]) said.push(cleanSpeech(clause, said.length > 0));
  expect(said.join('')).toBe(text);
});

it.each([
  ['press the * key, or #.', 'en-US', 'press the star key, or pound.'],
  ['press the * key, or #.', 'en-GB', 'press the star key, or hash.'],
  ['Drücken Sie *, danach #.', 'de-DE', 'Drücken Sie Sternchen, danach Raute.'],
  ['Marque * o #.', 'es-MX', 'Marque asterisco o gato.'],
  ['Tapez * puis #.', 'fr-FR', 'Tapez étoile puis dièse.'],
  ['请按*键，再按#。', 'zh-CN', '请按星号键，再按井号。'],
  ['*버튼을 누르세요', 'ko-KR', '별표버튼을 누르세요'],
  ['Dial *67, *100# or your code and 12#.', 'en-GB', 'Dial star 67, star 100 hash or your code and 12 hash.'],
  ['12345678#', 'en-US', '1 2 3, 4 5 6, 7 8 pound'],
  ['And 3 * 4 is 12, 3*4*5 is 60.', 'en-US', 'And 3 times 4 is 12, 3 times 4 times 5 is 60.'],
  ['3 * 4 sind 12', 'de-DE', '3 mal 4 sind 12'],
  ['3 * 4', 'ru-RU', '3 × 4'],
  ['We are #1 in C#, see #news and room #12.', 'en-US', 'We are #1 in C#, see #news and room #12.'],
])('%j is said in %s as %j', (written, locale, said) => expect(speakForms(cleanSpeech(written), locale)).toBe(said));

it.each(languages)('in $name, keys have names, and the phrases have no markup', ({ id, locale }) => {
  expect(speakForms('* #', locale)).not.toMatch(/[*#]/u);
  const { fillers, ...others } = phrasesFor(id);
  const phrases = [...Object.values(fillers).flat(), ...Object.values(others)];
  for (const phrase of phrases) expect(speakForms(cleanSpeech(phrase), locale)).toBe(phrase);
});

const word = fc.constantFrom('Blue', 'Door', 'wait', 'Müller', '12', 'naïve', 'on', 'Größe', 'O’Neil', 'привет');
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
/** Markup around words, written in one line. */
const wrappers: ReadonlyArray<(text: string) => string> = [
  (text) => `*${text}*`,
  (text) => `**${text}**`,
  (text) => `***${text}***`,
  (text) => `_${text}_`,
  (text) => `__${text}__`,
  (text) => `~~${text}~~`,
  (text) => `\`${text}\``,
  (text) => `[${text}](https://example.com/a_(b)?c=*d*)`,
  (text) => `![${text}](x.png "a title")`,
  (text) => `<b>${text}</b>`,
  (text) => `<a href="https://example.com">${text}</a>`,
  (text) => `&lt;i&gt;${text}&lt;/i&gt;`,
  (text) => `👍 ${text} 🎉`,
  (text) => `${text}<!-- ${text} -->`,
];
const emphasised: fc.Arbitrary<{ written: string; said: string }> = fc
  .tuple(words, fc.uniqueArray(fc.nat(wrappers.length - 1), { maxLength: 2 }))
  .map(([said, layers]) => ({ written: layers.reduce((text, layer) => wrappers[layer]!(text), said), said }));

it('of any markup around words, the words are said, and all of them', () => {
  const text = fc.array(fc.tuple(emphasised, fc.constantFrom(',', '.', ' -', ' * ', ' and')), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(text, (parts) => {
      const written = parts.map(([part, link]) => part.written + link).join(' ');
      const said = parts.map(([part, link]) => part.said + link).join(' ');
      const plain = (one: string) =>
        one
          .replaceAll(/\s+/gu, ' ')
          .replaceAll(/ (?=[,.])/gu, '')
          .trim();
      expect(plain(cleanSpeech(written))).toBe(plain(said));
    }),
    { seed, numRuns: 1000 },
  );
});

it('what has no markup stays, and cleaning it again changes nothing', () => {
  const mark = fc.constantFrom(
    ' ',
    ', ',
    '. ',
    '? ',
    ' - ',
    ' * ',
    ' # ',
    ' & ',
    " '",
    ': ',
    '; ',
    ' (',
    ') ',
    ' -',
    ' < ',
    ' = ',
  );
  fc.assert(
    fc.property(word, fc.array(fc.tuple(mark, word), { maxLength: 12 }), (first, rest) => {
      const text = first + rest.map(([link, next]) => link + next).join('');
      expect(cleanSpeech(text)).toBe(text.replaceAll(/\s+/gu, ' ').trim());
      expect(cleanSpeech(cleanSpeech(text))).toBe(cleanSpeech(text));
    }),
    { seed, numRuns: 1000 },
  );
});
