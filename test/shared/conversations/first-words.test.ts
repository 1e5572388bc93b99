import { readFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '#shared/catalog/languages.ts';
import lists from '#shared/conversations/first-words.json' with { type: 'json' };
import { classifyFirstWords, type FirstWordsKind } from '#shared/conversations/first-words.ts';
import { normalWords } from '#shared/conversations/phrase-patterns.ts';
import { announcements } from '#test/shared/conversations/first-words/announcements.ts';
import { businessGreetings, mailboxWishes } from '#test/shared/conversations/first-words/sentences.ts';

interface Row {
  kind: FirstWordsKind;
  language: string;
  text: string;
  got: FirstWordsKind;
}

function classified(half: string): Row[] {
  const lines = readFileSync(resolve(import.meta.dirname, 'first-words', `${half}.tsv`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [kind, language = '', text = ''] = line.split('\t');
    return { kind: kind as FirstWordsKind, language, text, got: classifyFirstWords(text).kind };
  });
}

const isRight = ({ kind, got }: Row) => kind === got;
const share = (rows: readonly Row[], fits: (row: Row) => boolean) => rows.filter(fits).length / rows.length;
const isHuman = ({ kind }: Row) => kind === 'human';
const isTakenForHuman = ({ got }: Row) => got === 'human';

/** `RATES=1 npx vitest …` prints it. */
function ratesOf(half: string, rows: readonly Row[]): string {
  const rateBy = (key: 'kind' | 'language') =>
    [...Map.groupBy(rows, (row) => row[key])].map(
      ([name, those]) => `${name} ${those.filter(isRight).length}/${those.length}`,
    );
  const wrong = rows.filter((row) => !isRight(row)).map((row) => `${row.kind} → ${row.got}: ${row.text}`);
  const text = [`${half}: ${rateBy('kind').join(', ')}; ${rateBy('language').join(', ')}`, ...wrong].join('\n');
  if (process.env['RATES']) writeSync(2, `${text}\n`);
  return text;
}

describe.each(['tuning', 'held-out', 'others-will-try'])('of the first words in %s', (half) => {
  const rows = classified(half);
  const rates = ratesOf(half, rows);

  it('99 % of those taken for a human are one, and 97 % of the humans are found', () => {
    expect(share(rows.filter(isTakenForHuman), isHuman), rates).toBeGreaterThanOrEqual(0.99);
    expect(share(rows.filter(isHuman), isTakenForHuman), rates).toBeGreaterThanOrEqual(0.97);
  });

  it('85 % of all are of the right kind', () => {
    expect(share(rows, isRight), rates).toBeGreaterThanOrEqual(0.85);
  });
});

describe('the phrases', () => {
  const texts: Record<string, Record<string, string>> = lists;
  const phrases = Object.entries(texts).flatMap(([language, those]) =>
    Object.entries(those).flatMap(([list, text]) => text.split('|').map((phrase) => ({ language, list, phrase }))),
  );

  it('are written as the words of a text are read', () => {
    const isNormal = (word: string) => normalWords(word).join(' ') === word;
    const words = (phrase: string) => phrase.replaceAll(/[*#/^$]|\.\./g, ' ').split(' ');
    const others = phrases.filter(({ phrase }) => !words(phrase).every(isNormal));
    expect(others).toEqual([]);
  });

  it.each([...new Set(languages.map(({ iso2 }) => iso2))])('are there for machines in %s', (iso2) => {
    expect(Object.keys(texts[iso2]!)).toEqual(expect.arrayContaining(['machine', 'screening', 'menu', 'hold']));
  });

  it.each(announcements)('know the announcements in %s', (_, kinds) => {
    for (const [kind, text] of Object.entries(kinds)) expect(classifyFirstWords(text).kind, text).toBe(kind);
  });
});

describe('of all generated sentences', () => {
  const othersThan = (kind: FirstWordsKind, texts: readonly string[]) =>
    texts.filter((text) => classifyFirstWords(text).kind !== kind);

  it.each(businessGreetings)('a greeting of a business is a human: $language', ({ texts }) => {
    expect(texts.length).toBeGreaterThanOrEqual(36);
    expect(othersThan('human', texts)).toEqual([]);
  });

  it.each(mailboxWishes)('a wish of a mailbox is a machine, whatever comes before it: $language', ({ texts }) => {
    expect(texts.length).toBeGreaterThanOrEqual(40);
    expect(othersThan('machine', texts)).toEqual([]);
  });
});

describe('a text', () => {
  it.each(['', ' ', '…', '😀'])('without words is unknown: %j', (text) => {
    expect(classifyFirstWords(text)).toEqual({ kind: 'unknown', certainty: 0 });
  });

  it.each([
    'PLEASE LEAVE A MESSAGE AFTER THE BEEP',
    'please leave a message after the beep',
    'Please, leave a message — after the beep!',
    'Ｐｌｅａｓｅ ｌｅａｖｅ ａ ｍｅｓｓａｇｅ',
    'Laissez un message après le bip',
    'laissez un message apres le bip',
    'SİNYAL SESİNDEN SONRA MESAJINIZI BIRAKIN',
    'ﾋﾟｰという発信音の後に',
  ])('is read without case, accents, width and punctuation: %s', (text) => {
    expect(classifyFirstWords(text).kind).toBe('machine');
  });

  it('is read as far as a greeting goes', () => {
    const greeting = 'we are the best shop in the whole town and so on '.repeat(15);
    expect(classifyFirstWords(`${greeting} please leave a message`).kind).toBe('machine');
    expect(classifyFirstWords('ただいま'.repeat(100_000)).kind).not.toBe('machine');
  });
});
