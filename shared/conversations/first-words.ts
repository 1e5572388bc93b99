import languages from '#shared/conversations/first-words.json' with { type: 'json' };
import {
  normalWords,
  placeOf,
  readPhrases,
  saidOf,
  withoutPhrases,
  type PhraseList,
  type Said,
} from '#shared/conversations/phrase-patterns.ts';

export type FirstWordsKind = 'human' | 'machine' | 'screening' | 'menu' | 'hold' | 'assistant' | 'unknown';

export interface FirstWords {
  kind: FirstWordsKind;
  /** 0 to 1. */
  certainty: number;
}

/** A phrase says it. Below, a second opinion may know better. */
export const CERTAIN = 0.9;
const LIKELY = 0.7;
const PERHAPS = 0.6;
const UNKNOWN: FirstWords = { kind: 'unknown', certainty: 0 };

/** A minute of speech. A turn may be longer. */
const MOST_CHARACTERS = 1000;
const SHORT = 4;
/** Longer words without any sign of a human may be an announcement that no phrase knows. */
const MOST_PLAIN_WORDS = 8;
const MOST_WORDS_OF_A_GREETING = 12;
const MOST_WORDS_OF_A_QUESTION = 25;
/** Of scripts without spaces. */
const CHARACTERS_OF_A_WORD = 3;
/** A mailbox may say its number and nothing else. */
const FEWEST_DIGITS = 4;
const MOST_WORDS_BETWEEN = 6;
const FEWEST_LETTERS = 4;
/** Of what humans say, which is less fixed: the spans are short. */
const MOST_HUMAN_WORDS_BETWEEN = 4;

/**
 * `about` is what humans say about messages and mailboxes: it is no mailbox. `lean` and `wait` are said by machines, and by humans who say
 * more besides. `weak` words make a text without other signs unknown.
 */
type ListName =
  | ('machine' | 'screening' | 'menu' | 'hold' | 'assistant')
  | ('offer' | 'about' | 'human' | 'name' | 'self')
  | ('lean' | 'wait' | 'weak');
type WordList = 'digits' | 'hello' | 'around';
type Lexicon = Record<ListName | 'announced', PhraseList> & Record<WordList, ReadonlySet<string>>;

const texts: Readonly<Record<string, Partial<Record<ListName | WordList, string>>>> = languages;
let known: Lexicon | undefined;

/**
 * What the words tell about who says them. The phrases of all languages are tried: a mailbox speaks the language of its owner, not that of
 * the assistant.
 */
export function classifyFirstWords(text: string): FirstWords {
  const words = normalWords(text.slice(0, MOST_CHARACTERS));
  if (words.length === 0) return UNKNOWN;
  known ??= readLists();
  const said = saidOf(words);
  const certain = isHello(words, known) ? 'human' : phraseKind(said, known);
  return certain ? { kind: certain, certainty: CERTAIN } : plainKind(text, words, said, known);
}

/** As a human does who answers for a business. */
export function offersHelp(text: string): boolean {
  known ??= readLists();
  return placeOf(known.offer, saidOf(normalWords(text))) !== undefined;
}

/** «Thank you, please stay on the line.» */
export function asksToHold(text: string): boolean {
  known ??= readLists();
  return placeOf(known.wait, saidOf(normalWords(text))) !== undefined;
}

/** As a human does whom a menu or a screening has connected. */
export function opensConversation(text: string): boolean {
  known ??= readLists();
  const [first = ''] = normalWords(text);
  return known.hello.has(first) || offersHelp(text);
}

function readLists(): Lexicon {
  const wordsOf = (name: WordList) => new Set(textsOf(name).flatMap((text) => text.split(' ')));
  const digits = wordsOf('digits');
  const read = (name: ListName, mostWordsBetween = MOST_WORDS_BETWEEN) =>
    readPhrases(textsOf(name), { digits, mostWordsBetween });
  return {
    machine: read('machine'),
    screening: read('screening'),
    menu: read('menu'),
    hold: read('hold'),
    assistant: read('assistant'),
    offer: read('offer', MOST_HUMAN_WORDS_BETWEEN),
    about: read('about', MOST_HUMAN_WORDS_BETWEEN),
    human: read('human', MOST_HUMAN_WORDS_BETWEEN),
    name: read('name'),
    lean: read('lean'),
    wait: read('wait'),
    weak: read('weak'),
    self: read('self'),
    announced: readPhrases(announcedWords(), { digits, mostWordsBetween: 0 }),
    digits,
    hello: wordsOf('hello'),
    around: wordsOf('around'),
  };
}

const textsOf = (name: ListName | WordList) => Object.values(texts).flatMap((lists) => lists[name] ?? []);

/** Words of announcements, where a language has no list of weak signs. */
function announcedWords(): string[] {
  const others = Object.values(texts).filter(({ weak }) => weak === undefined);
  const all = others.flatMap(({ machine, screening, menu, hold }) => [machine, screening, menu, hold]);
  const words = all.flatMap((text) => text?.split(/[|/ ]/) ?? []);
  return words.filter((word) => word.replaceAll('*', '').length >= FEWEST_LETTERS);
}

const isHello = (words: readonly string[], { hello, around }: Lexicon) =>
  words.length <= SHORT && words.every((word) => hello.has(word) || around.has(word));

/** Of several kinds, the one that is said first: "press one for sales, or leave a message" is a menu. */
function phraseKind(said: Said, lexicon: Lexicon): FirstWordsKind | undefined {
  // "Do you want to leave a message?" is about messages, and no mailbox.
  const others = withoutPhrases(lexicon.about, said);
  const places = [
    { kind: 'assistant' as const, at: placeOf(lexicon.assistant, said) },
    { kind: 'screening' as const, at: placeOf(lexicon.screening, said) },
    { kind: 'machine' as const, at: placeOf(lexicon.machine, others) },
    { kind: 'menu' as const, at: placeOf(lexicon.menu, said) },
  ];
  const found = places.flatMap(({ kind, at }) => (at === undefined ? [] : [{ kind, at }]));
  const [first] = found.toSorted((one, other) => one.at - other.at);
  if (first) return first.kind;
  if (placeOf(lexicon.hold, others) !== undefined) return 'hold';
  const isHuman = [lexicon.human, lexicon.offer, lexicon.about].some((list) => placeOf(list, said) !== undefined);
  return isHuman ? 'human' : undefined;
}

function plainKind(text: string, words: readonly string[], said: Said, lexicon: Lexicon): FirstWords {
  const has = (list: PhraseList) => placeOf(list, said) !== undefined;
  const length = Math.max(words.length, said.characters.length / CHARACTERS_OF_A_WORD);
  const isQuestion = /[?？؟]\s*$/.test(text) && length <= MOST_WORDS_OF_A_QUESTION;
  if (isQuestion) return { kind: 'human', certainty: PERHAPS };
  if (has(lexicon.lean)) return { kind: 'machine', certainty: LIKELY };
  if (has(lexicon.wait)) return { kind: 'hold', certainty: LIKELY };
  if (isNumber(words, lexicon)) return { kind: 'machine', certainty: LIKELY };
  if (has(lexicon.name)) return { kind: 'human', certainty: LIKELY };
  if (has(lexicon.weak) || has(lexicon.announced)) return UNKNOWN;
  if (length <= SHORT) return { kind: 'human', certainty: LIKELY };
  const isGreeting = length <= MOST_WORDS_OF_A_GREETING && words.some((word) => lexicon.hello.has(word));
  const isPlain = length <= MOST_PLAIN_WORDS || isGreeting || has(lexicon.self);
  return isPlain ? { kind: 'human', certainty: PERHAPS } : UNKNOWN;
}

function isNumber(words: readonly string[], { digits }: Lexicon): boolean {
  const said = words.filter((word) => digits.has(word) || /^\d+$/.test(word));
  const count = said.reduce((sum, word) => sum + (/^\d+$/.test(word) ? word.length : 1), 0);
  return count >= FEWEST_DIGITS && said.length > words.length / 2;
}
