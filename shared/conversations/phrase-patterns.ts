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

/** A text as words, and as characters, in which phrases of dense scripts are looked for. '' is left out. */
export interface Said {
  words: readonly string[];
  characters: readonly string[];
}

/** Both begin with `^` and end with `$`. */
export function saidOf(words: readonly string[]): Said {
  const text = words.join('');
  const characters = isDenseText(text) ? ['^', ...Array.from(text), '$'] : [];
  return { words: ['^', ...words, '$'], characters };
}

type Unit = (unit: string) => boolean;
/** Undefined: some units that may be any. */
type Phrase = ReadonlyArray<Unit | undefined>;

/** Most phrases are never read further than to their first word. */
interface Entry {
  text: string;
  read: Phrase[] | undefined;
}

interface PhraseIndex {
  /** By the first word or character. */
  byFirst: Map<string, Entry[]>;
  /** Their first word has no fixed beginning. */
  others: Entry[];
  mostBetween: number;
  readEntry: (text: string) => Phrase[];
}

export interface PhraseList {
  words: PhraseIndex;
  characters: PhraseIndex;
}

interface ReadOptions {
  digits: ReadonlySet<string>;
  mostWordsBetween: number;
}

const CHARACTERS_OF_A_WORD = 2;

/**
 * Each text has the phrases of a language, separated by `|` and written as `normalWords` writes them. In a phrase, `a/b` are alternatives,
 * `*` is the rest of a word or any word, `..` are up to some words, `#` is a digit, also in words, `^` is the beginning of what is said, and `$` its end.
 */
export function readPhrases(texts: readonly string[], { digits, mostWordsBetween }: ReadOptions): PhraseList {
  const indexOf = (mostBetween: number, readEntry: PhraseIndex['readEntry']): PhraseIndex => ({
    byFirst: new Map(),
    others: [],
    mostBetween,
    readEntry,
  });
  const words = indexOf(mostWordsBetween, (text) => [spacedPhrase(text, digits)]);
  const characters = indexOf(mostWordsBetween * CHARACTERS_OF_A_WORD, densePhrases);
  for (const text of texts) {
    if (isDenseText(text)) for (const phrase of text.split('|')) addDense(characters, phrase);
    else for (const phrase of text.split('|')) addSpaced(words, phrase);
  }
  return { words, characters };
}

function addSpaced(index: PhraseIndex, text: string): void {
  const [first = ''] = text.split(' ', 1);
  const entry = { text, read: undefined };
  if (/[*#]/.test(first)) index.others.push(entry);
  else for (const word of first.split('/')) addTo(index, word, entry);
}

function addDense(index: PhraseIndex, text: string): void {
  const [first = ''] = text.split(' ', 1);
  const entry = { text, read: undefined };
  for (const [character = ''] of new Set(first.split('/'))) addTo(index, character, entry);
}

function addTo({ byFirst }: PhraseIndex, first: string, entry: Entry): void {
  const known = byFirst.get(first);
  if (known) known.push(entry);
  else byFirst.set(first, [entry]);
}

function spacedPhrase(text: string, digits: ReadonlySet<string>): Phrase {
  return text.split(' ').map((token) => {
    if (token === '..') return undefined;
    const either = token.split('/').map((word) => wordOf(word, digits));
    return (unit: string) => either.some((matches) => matches(unit));
  });
}

function wordOf(word: string, digits: ReadonlySet<string>): Unit {
  if (word === '*') return (unit) => unit !== '$';
  if (word === '#') return (unit) => digits.has(unit) || /^\d+$/.test(unit);
  const plain = word.replaceAll('*', '');
  if (word.startsWith('*') && word.endsWith('*')) return (unit) => unit.includes(plain);
  if (word.startsWith('*')) return (unit) => unit.endsWith(plain);
  return word.endsWith('*') ? (unit) => unit.startsWith(plain) : (unit) => unit === plain;
}

/** One phrase for each choice of alternatives. */
function densePhrases(text: string): Phrase[] {
  let choices: string[][] = [[]];
  for (const token of text.split(' '))
    choices = choices.flatMap((choice) => token.split('/').map((part) => [...choice, part]));
  return choices.map((choice) => choice.flatMap(charactersOf));
}

function charactersOf(part: string): Phrase {
  if (part === '..') return [undefined];
  return Array.from(part).map((character) => (unit: string) => unit === character);
}

/** Where the first phrase of the list begins, as a share of the text. */
export function placeOf(list: PhraseList, said: Said): number | undefined {
  const place = Math.min(firstIn(list.words, said.words), firstIn(list.characters, said.characters));
  return Number.isFinite(place) ? place : undefined;
}

function firstIn(index: PhraseIndex, units: readonly string[]): number {
  const at = units.findIndex((_, start) => endsFrom(index, units, start).next().done === false);
  return at < 0 ? Number.POSITIVE_INFINITY : at / units.length;
}

/** The text with '' in place of every unit of a phrase. */
export function withoutPhrases(list: PhraseList, said: Said): Said {
  const leaveOut = (index: PhraseIndex, units: readonly string[]) => {
    const rest = [...units];
    for (const start of units.keys()) {
      for (const end of endsFrom(index, units, start)) rest.fill('', start, end);
    }
    return rest;
  };
  return { words: leaveOut(list.words, said.words), characters: leaveOut(list.characters, said.characters) };
}

function* endsFrom(index: PhraseIndex, units: readonly string[], start: number) {
  const first = units[start] ?? '';
  if (first === '') return;
  for (const entries of [index.byFirst.get(first) ?? [], index.others]) {
    for (const entry of entries) {
      entry.read ??= index.readEntry(entry.text);
      for (const phrase of entry.read) {
        const end = endOf(phrase, units, start, index.mostBetween);
        if (end !== undefined) yield end;
      }
    }
  }
}

function endOf(phrase: Phrase, units: readonly string[], start: number, mostBetween: number): number | undefined {
  const gap = phrase.indexOf(undefined);
  const head = gap < 0 ? phrase : phrase.slice(0, gap);
  const isHead = head.every((matches, offset) => {
    const unit = units[start + offset] ?? '';
    return unit !== '' && matches?.(unit);
  });
  const behind = start + head.length;
  if (!isHead || gap < 0) return isHead ? behind : undefined;
  for (let at = behind; at <= behind + mostBetween; at += 1) {
    const end = endOf(phrase.slice(gap + 1), units, at, mostBetween);
    if (end !== undefined) return end;
    if ((units[at] ?? '') === '') return undefined;
  }
  return undefined;
}
