/** Without case, accents, apostrophes and invisible characters. Upper case first: it makes one letter of the two i's of Turkish. */
export function normalWords(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff'’‘`´ʼ]/g, '');
  const unaccented = plain
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '');
  return unaccented.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Scripts without spaces between words, or with other spaces from one transcriber to the next. */
const isDenseText = (text: string) => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u.test(text);

/** A text as words and as characters: phrases of dense scripts are looked for in the characters. '' is left out. */
export interface Said {
  words: readonly string[];
  characters: readonly string[];
}

export function saidOf(words: readonly string[]): Said {
  const dense = words.join('');
  return { words: ['^', ...words], characters: isDenseText(dense) ? ['^', ...dense] : [] };
}

type Unit = (unit: string) => boolean;
/** Undefined: some units that may be any. */
type Phrase = ReadonlyArray<Unit | undefined>;

/** Most phrases are never read further than to their first word. */
interface PhraseEntry {
  text: string;
  mostBetween: number;
  read: Phrase[] | undefined;
}

export interface PhraseList {
  /** By the first word or character. */
  byFirst: Map<string, PhraseEntry[]>;
  /** Their first word has no fixed beginning. */
  others: PhraseEntry[];
}

const CHARACTERS_OF_A_WORD = 2;

/**
 * Phrases are separated by `|`, and written as `normalWords` writes them. In a phrase, `a/b` are alternatives, `*` is the rest of a word or any
 * word, `..` are up to some words, and `#` is a digit, also in words.
 */
export function readPhrases(texts: readonly string[], mostWordsBetween: number): PhraseList {
  const list: PhraseList = { byFirst: new Map(), others: [] };
  for (const text of texts.flatMap((one) => one.split('|'))) {
    const [first = ''] = text.split(' ', 1);
    const isDense = isDenseText(text);
    const mostBetween = isDense ? mostWordsBetween * CHARACTERS_OF_A_WORD : mostWordsBetween;
    const entry = { text, mostBetween, read: undefined };
    const begins = isDense ? first.split('/').map(([character = '']) => character) : first.split('/');
    if (/[*#]/.test(first)) list.others.push(entry);
    else for (const begin of begins) addTo(list, begin, entry);
  }
  return list;
}

function addTo({ byFirst }: PhraseList, begin: string, entry: PhraseEntry): void {
  const known = byFirst.get(begin);
  if (known) known.push(entry);
  else byFirst.set(begin, [entry]);
}

function phrasesOf(entry: PhraseEntry, digits: ReadonlySet<string>): Phrase[] {
  if (entry.read) return entry.read;
  const tokens = entry.text.split(' ');
  entry.read = isDenseText(entry.text)
    ? densePhrases(tokens)
    : [tokens.map((token) => (token === '..' ? undefined : wordOf(token, digits)))];
  return entry.read;
}

function wordOf(token: string, digits: ReadonlySet<string>): Unit {
  const either = token.split('/').map((word): Unit => {
    if (word === '#') return (unit) => digits.has(unit) || /^\d+$/.test(unit);
    const plain = word.replaceAll('*', '');
    if (word.startsWith('*') && word.endsWith('*')) return (unit) => unit.includes(plain);
    if (word.startsWith('*')) return (unit) => unit.endsWith(plain);
    return word.endsWith('*') ? (unit) => unit.startsWith(plain) : (unit) => unit === plain;
  });
  return (unit) => either.some((matches) => matches(unit));
}

/** One phrase for each choice of alternatives. */
function densePhrases(tokens: readonly string[]): Phrase[] {
  let choices: string[][] = [[]];
  for (const token of tokens) choices = choices.flatMap((choice) => token.split('/').map((part) => [...choice, part]));
  const unitsOf = (part: string) =>
    part === '..'
      ? [undefined]
      : [...part].map(
          (one): Unit =>
            (unit) =>
              unit === one,
        );
  return choices.map((choice) => choice.flatMap(unitsOf));
}

export interface Search {
  list: PhraseList;
  digits: ReadonlySet<string>;
}

/** Where the first phrase of the list begins, as a share of the text. */
export function placeOf(search: Search, { words, characters }: Said): number | undefined {
  const firstIn = (units: readonly string[]) => {
    const at = units.findIndex((_, start) => endsFrom(search, units, start).next().done === false);
    return at < 0 ? Number.POSITIVE_INFINITY : at / units.length;
  };
  const place = Math.min(firstIn(words), firstIn(characters));
  return Number.isFinite(place) ? place : undefined;
}

/** The text with '' in place of every unit of a phrase. */
export function withoutPhrases(search: Search, { words, characters }: Said): Said {
  const leaveOut = (units: readonly string[]) => {
    const rest = [...units];
    for (const start of units.keys()) {
      for (const end of endsFrom(search, units, start)) rest.fill('', start, end);
    }
    return rest;
  };
  return { words: leaveOut(words), characters: leaveOut(characters) };
}

function* endsFrom({ list, digits }: Search, units: readonly string[], start: number) {
  const first = units[start] ?? '';
  if (first === '') return;
  const others = isDenseText(first) ? [] : list.others;
  for (const entries of [list.byFirst.get(first) ?? [], others]) {
    for (const entry of entries) {
      for (const phrase of phrasesOf(entry, digits)) {
        const end = endOf(phrase, units, start, entry.mostBetween);
        if (end !== undefined) yield end;
      }
    }
  }
}

function endOf(phrase: Phrase, units: readonly string[], start: number, mostBetween: number): number | undefined {
  const gap = phrase.indexOf(undefined);
  const head = gap < 0 ? phrase : phrase.slice(0, gap);
  const isHead = head.every(
    (matches, index) => (units[start + index] ?? '') !== '' && matches?.(units[start + index] ?? ''),
  );
  const behind = start + head.length;
  if (!isHead || gap < 0) return isHead ? behind : undefined;
  for (let at = behind; at <= behind + mostBetween; at += 1) {
    const end = endOf(phrase.slice(gap + 1), units, at, mostBetween);
    if (end !== undefined) return end;
    if ((units[at] ?? '') === '') return undefined;
  }
  return undefined;
}
