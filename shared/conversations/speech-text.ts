/** 60 letters are about four seconds of speech, enough to generate the next clause. */
const LONGEST_CLAUSE = 60;
/** A clause that ends with a comma has at least this many letters: «Yes, » alone would cost a frame. */
const SHORTEST_COMMA_CLAUSE = 12;
const LONGEST_UNBROKEN = 240;

/** A space follows the marks of Latin scripts, which also stand in numbers. Thai has spaces between phrases. */
const BOUNDARY =
  /[.!?…]+["'”’»\)\]]*(?=\s)|[,;:–—]["'”’»\)\]]*(?=\s)|[\p{Terminal_Punctuation}--[.!?,;:]]+["'”’»\)\]」』）》】]*(?=[^"'”’»\)\]」』）》】])|(?<=\p{Script=Thai})\s(?=\S)|\n/gv;
const SENTENCE_END = /^[\p{Sentence_Terminal}…\n]/u;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that stand for a syllable or more take as long to say as three letters. */
const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LETTERS_OF_SYLLABLE = 3;

const ABBREVIATIONS = new Set(
  (
    'dr mr mrs ms prof st no nr vs etc e.g i.e a.m p.m approx dept est fig inc ltd jr sr co tel ext ' +
    'z.b d.h u.a bzw ca usw ggf evtl str hr fr inkl zzgl mme mlle mm sra srta dra ud uds sig dott avv'
  ).split(' '),
);

export interface Split {
  /** With their whitespace: joined with `rest` they are the input. */
  clauses: string[];
  rest: string;
}

/** A clause is finished when its next character is known, so that clauses do not depend on how the text came. */
export function splitClauses(text: string): Split {
  const clauses: string[] = [];
  let rest = text;
  for (let end = findEnd(rest); end > 0; end = findEnd(rest)) {
    clauses.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return { clauses, rest };
}

/** A first frame of fewer letters is half a second of speech, and the next one may come too late. */
const FEWEST_FIRST_LETTERS = 7;
const MOST_FIRST_LETTERS = 20;
/** A post, and the reads before it, until the second frame is there. */
const NEXT_FRAME_MS = 150;

/** The voice begins before the first clause is known. Numbers and amounts, links and tags stay whole. */
export function splitFirstWords(text: string, lettersPerMs: number, callMs: (seconds: number) => number): Split {
  const clause = findEnd(text);
  const nextMs = LONGEST_CLAUSE / lettersPerMs + NEXT_FRAME_MS;
  for (const { index, 0: space } of text.matchAll(/\s+(?=\S)/gu)) {
    const words = text.slice(0, index);
    const letters = lettersOf(words.trim());
    const isEnough = letters >= MOST_FIRST_LETTERS || callMs(estimateSpeechSeconds(words)) >= nextMs;
    if (letters < FEWEST_FIRST_LETTERS || !isEnough || (clause > 0 && index >= clause)) continue;
    if (isBetweenWords(words, text.slice(index).trimStart()) && !isInsideLink(words)) {
      const end = index + space.length;
      return { clauses: [text.slice(0, end)], rest: text.slice(end) };
    }
  }
  return clause > 0 ? { clauses: [text.slice(0, clause)], rest: text.slice(clause) } : { clauses: [], rest: text };
}

/** Not within what is read as one: `+1 202`, `49 EUR`, `EUR 49`, `1 000`. */
function isBetweenWords(before: string, after: string): boolean {
  const word = /\S*$/u.exec(before)?.[0] ?? '';
  if (/\p{Nd}/u.test(word)) return /^\p{Ll}/u.test(after);
  const mayBeAmount = !/\p{L}[,;:)\]"'”’»]*$/u.test(word) || /^[\p{Lu}]{2,}$/u.test(word);
  return /^\p{L}/u.test(after) || (/^\p{Nd}/u.test(after) && !mayBeAmount);
}

/** 0 if the clause is not finished. */
function findEnd(text: string): number {
  const longest = lengthOf(text, LONGEST_CLAUSE);
  for (const match of text.matchAll(BOUNDARY)) {
    const end = match.index + match[0].length;
    if (end > longest) break;
    if (isBoundary(text, match.index, match[0], end)) return skipSpace(text, end);
  }
  if (text.length <= longest) return 0;
  const space = text.slice(0, longest + 1).search(/\s\S*$/u);
  if (space > 0 && !isInsideLink(text.slice(0, space))) return skipSpace(text, space);
  return SPACELESS.test(text[longest] ?? '') ? findWordEnd(text, longest) : findLateEnd(text, longest);
}

function lengthOf(text: string, letters: number): number {
  let left = letters;
  let length = 0;
  for (const character of text) {
    left -= SYLLABLE.test(character) ? LETTERS_OF_SYLLABLE : 1;
    if (left < 0) break;
    length += character.length;
  }
  return length;
}

/** Where a word ends depends on what follows it: this many characters are enough. */
const WORD_CONTEXT = 12;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** By a dictionary; 0 if the next words are not known yet. */
function findWordEnd(text: string, longest: number): number {
  if (text.length < longest + WORD_CONTEXT) return 0;
  const starts = Array.from(words.segment(text.slice(0, longest + WORD_CONTEXT)), ({ index }) => index);
  const end = starts.findLast((index) => index <= longest) ?? 0;
  return end > 0 && !isInsideLink(text.slice(0, end)) ? end : findLateEnd(text, longest);
}

function findLateEnd(text: string, longest: number): number {
  for (const match of text.slice(longest).matchAll(/\s|[\p{Terminal_Punctuation}--[.!?,;:]]/gv)) {
    const end = longest + match.index + match[0].length;
    if (!isInsideLink(text.slice(0, end))) return skipSpace(text, end);
  }
  return text.length > LONGEST_UNBROKEN ? atCharacter(text, LONGEST_UNBROKEN) : 0;
}

function isBoundary(text: string, start: number, mark: string, end: number): boolean {
  if (text.slice(0, end).trim() === '' || isInsideLink(text.slice(0, end))) return false;
  // A time such as «19：30».
  if (/\p{Nd}$/u.test(text.slice(0, start)) && /^\p{Nd}/u.test(text.slice(end))) return false;
  if (!SENTENCE_END.test(mark)) return lettersOf(text.slice(0, end)) >= SHORTEST_COMMA_CLAUSE;
  return mark[0] !== '.' || mark.length > 1 || !isPartOfWord(/\S*$/u.exec(text.slice(0, start))?.[0] ?? '');
}

/** Of «Dr.», «z.B.», «J.», «1.» the dot is a part. */
function isPartOfWord(word: string): boolean {
  const bare = word.replace(/^["'“„«([*_]+/u, '');
  return ABBREVIATIONS.has(bare.toLowerCase()) || /^(\p{L}\.)*\p{L}$/u.test(bare) || /^\d{1,2}$/u.test(bare);
}

/** Whether the text ends inside `[text](address)` or an HTML tag, which `cleanSpeech` must see whole. */
function isInsideLink(text: string): boolean {
  return text.length <= LONGEST_UNBROKEN && /\[[^\]\n]*$|\]\([^)\n]*$|<\/?[a-z][^<>\n]*$/iu.test(text);
}

function atCharacter(text: string, end: number): number {
  const parts = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|[\ud800-\udbff])+$/u.exec(
    text.slice(0, end),
  );
  const start = end - (parts?.[0].length ?? 0);
  return start > 0 ? start : end;
}

function skipSpace(text: string, end: number): number {
  let next = end;
  while (/\s/u.test(text[next] ?? '')) next += 1;
  return next;
}

/** The approximate speed of the carrier's voices: 13 to 16 as recorded. */
const LETTERS_PER_SECOND = 14;
/** Call seconds from a text to its voice: 0.25 to 0.55 as recorded. */
export const ONSET_SECONDS = 0.3;

export function estimateSpeechSeconds(text: string): number {
  return lettersOf(text) / LETTERS_PER_SECOND;
}

interface Sent {
  text: string;
  at: number;
  sentAt?: number | undefined;
}

/** Of a text that is played at once, epoch milliseconds. */
export function quietAfterSpeech({ at, sentAt = at, text }: Sent, callMs: (seconds: number) => number): number {
  return Math.max(at + callMs(ONSET_SECONDS + estimateSpeechSeconds(text)), sentAt + callMs(ONSET_SECONDS));
}

export function saidWithin(text: string, seconds: number): string {
  const ends = Array.from(words.segment(text), ({ index, segment }) => index + segment.length);
  const end = ends.findLast((position) => estimateSpeechSeconds(text.slice(0, position)) <= seconds) ?? 0;
  return text.slice(0, end).trim();
}

function lettersOf(text: string): number {
  const syllables = Array.from(text).filter((character) => SYLLABLE.test(character)).length;
  return text.length + syllables * (LETTERS_OF_SYLLABLE - 1);
}
