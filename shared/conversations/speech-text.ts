/** A clause longer than this is cut at a word: the voice needs about 60 characters, four seconds of speech, to run ahead. */
const LONGEST_CLAUSE = 60;
/** A comma earlier than this is no place to breathe: «Yes, » alone would only cost a frame. */
const SHORTEST_COMMA_CLAUSE = 12;
/** Links and scripts without spaces are cut here at the latest. */
const LONGEST_UNBROKEN = 240;

/** What may follow a sentence's end and still belongs to it. */
const BOUNDARY = /[.!?…]+["'”’»)\]]*(?=\s)|[,;:–—]["'”’»)\]]*(?=\s)|[。！？；，、：]|\n/gu;

const ABBREVIATIONS = new Set(
  (
    'dr mr mrs ms prof st no nr vs etc e.g i.e a.m p.m approx dept est fig inc ltd jr sr co tel ext ' +
    'z.b d.h u.a bzw ca usw ggf evtl str hr fr inkl zzgl mme mlle mm sra srta dra ud uds sig dott avv'
  ).split(' '),
);

export interface Split {
  /** Finished clauses, whitespace included, so that they join to what was put in. */
  clauses: string[];
  /** The beginning of a clause that is not finished yet. */
  rest: string;
}

/**
 * Cuts streamed text into pieces that a voice can speak as they come: at the end of a clause, or at a word when a clause
 * grows long. A clause is finished only when the next character is known, so the same text gives the same clauses however
 * it was streamed. Decimals, abbreviations, initials and links stay whole.
 */
export function splitClauses(text: string): Split {
  const clauses: string[] = [];
  let rest = text;
  for (let end = findEnd(rest); end > 0; end = findEnd(rest)) {
    clauses.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return { clauses, rest };
}

/** Where the first clause of the text ends, its whitespace included; 0 when it is not finished. */
function findEnd(text: string): number {
  for (const match of text.matchAll(BOUNDARY)) {
    const end = match.index + match[0].length;
    if (end > LONGEST_CLAUSE) break;
    if (isBoundary(text, match.index, match[0], end)) return skipSpace(text, end);
  }
  if (text.length <= LONGEST_CLAUSE) return 0;
  const space = text.slice(0, LONGEST_CLAUSE + 1).search(/\s\S*$/u);
  if (space > 0 && !isInsideLink(text.slice(0, space))) return skipSpace(text, space);
  return findLateEnd(text);
}

/** A word, a link or an unspaced script reaches beyond the longest clause: the first place after it where it can be cut. */
function findLateEnd(text: string): number {
  for (const match of text.slice(LONGEST_CLAUSE).matchAll(/\s|[。！？；，、：]/gu)) {
    const end = LONGEST_CLAUSE + match.index + match[0].length;
    if (!isInsideLink(text.slice(0, end))) return skipSpace(text, end);
  }
  return text.length > LONGEST_UNBROKEN ? atCharacter(text, LONGEST_UNBROKEN) : 0;
}

function isBoundary(text: string, start: number, mark: string, end: number): boolean {
  if (text.slice(0, end).trim() === '' || isInsideLink(text.slice(0, end))) return false;
  const last = mark[0] ?? '';
  if (',;:–—'.includes(last)) return end >= SHORTEST_COMMA_CLAUSE;
  return mark !== '.' || !isPartOfWord(/\S*$/u.exec(text.slice(0, start))?.[0] ?? '');
}

/** Whether a dot after this word belongs to it: «Dr.», «z.B.», «J.», «1.» */
function isPartOfWord(word: string): boolean {
  const bare = word.replace(/^["'“„«([*_]+/u, '');
  return ABBREVIATIONS.has(bare.toLowerCase()) || /^(\p{L}\.)*\p{L}$/u.test(bare) || /^\d{1,2}$/u.test(bare);
}

/** Inside `[text](address)` or a tag, whose parts mean nothing apart. */
function isInsideLink(text: string): boolean {
  return text.length <= LONGEST_UNBROKEN && /\[[^\]\n]*$|\]\([^)\n]*$|<\/?[a-z][^<>\n]*$/iu.test(text);
}

/** Not between the halves of a character, nor between the parts of an emoji. */
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

/** What a language model writes for the eye, in the order in which it is taken away. */
const MARKUP: ReadonlyArray<[RegExp, string]> = [
  [/```[\w-]*/gu, ''],
  [/!?\[([^\]\n]*)\]\([^)\n]*\)/gu, '$1'],
  [/<\/?[a-z][^<>\n]*>|<!--[^\n]*?-->/giu, ''],
  [/&(?:nbsp|#160);/giu, ' '],
  [/&amp;/giu, '&'],
  [/&(?:quot|#34|apos|#39|lt|gt);/giu, ''],
  [/\b(?:https?|wss?|ftp):\/\/(?:www\.)?/giu, ''],
  [/^[ \t]*(?:[-*_][ \t]*){3,}$/gmu, ''],
  [/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+•][ \t]+)+/gmu, ''],
  [/^[ \t]*\[[ x]\][ \t]+/gimu, ''],
  [/\\([\\`*_{}[\]()#+.!|~>-])/gu, '$1'],
  [/\*+|`+|~~+/gu, ''],
  [/(?<![\p{L}\p{N}])_+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.!?,])_+(?![\p{L}\p{N}])/gu, ''],
  [/\s*\|\s*/gu, ' '],
  [
    /[\p{Extended_Pictographic}--[©®™]]|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{fe0f}|\u{200d}|\u{20e3}|[\u{e0020}-\u{e007f}\u{d800}-\u{dfff}]/gv,
    '',
  ],
  [
    /[\u{2022}\u{2023}\u{2043}\u{2190}-\u{21ff}\u{25a0}-\u{25ff}\u{2713}-\u{2718}\u{27f0}-\u{27ff}\u{2900}-\u{297f}]/gu,
    ' ',
  ],
];

/**
 * A clause as the voice should say it: markdown, HTML, emoji and the technical part of addresses would be read aloud.
 * A space at the end stays, because the carrier joins what it is sent.
 */
export function cleanSpeech(clause: string): string {
  const plain = MARKUP.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), clause);
  const words = plain.replaceAll(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}\p{Sc}]/u.test(words)) return '';
  return /\s$/u.test(clause) ? `${words} ` : words;
}

/** How fast the carrier's voices speak, about. */
const CHARACTERS_PER_SECOND = 14;

/** How long a text takes to be spoken, by estimate. */
export function estimateSpeechSeconds(text: string): number {
  return text.length / CHARACTERS_PER_SECOND;
}
