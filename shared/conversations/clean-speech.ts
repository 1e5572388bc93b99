const EMOJI = String.raw`(?:[\p{Extended_Pictographic}--[©®™]]|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\ufe0f\u200d\u20e3\u{e0020}-\u{e007f}\ud800-\udfff])`;
const ATTRIBUTE = String.raw`\s+[a-z_:@][\w:.-]*\s*=\s*(?:"[^"\n]*"|'[^'\n]*'|[^\s"'<>]+)`;
/** «a <b and c> d» has no tag. */
const TAG = new RegExp(String.raw`<\/?[a-z][\w:-]*(?:${ATTRIBUTE})*\s*\/?>|<!--[^\n]*?-->`, 'giu');
const ADDRESS = String.raw`\((?:[^()\n]|\([^()\n]*\))*\)`;
const LINK = new RegExp(String.raw`!?\[([^\]\n]*)\](?:${ADDRESS}|\[[^\]\n]*\])`, 'gu');

/** In scripts without spaces, and in Korean, a key stands beside letters: «请按*键». */
export const SYLLABIC = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const LETTER = String.raw`[[\p{L}\p{M}]--[${SYLLABIC}]]`;

/** Applied in this order. `^` also stands where a line has begun in the text before. */
const MARKUP: ReadonlyArray<[RegExp, string]> = [
  // Of the key *️⃣ the star is said.
  [/(?<=[*#\d])\ufe0f?\u20e3/gu, ''],
  // Emphasis stands beside words: `*👍 Yes*`.
  [new RegExp(String.raw`(?<=[*_~])${EMOJI}+\s+|\s+${EMOJI}+(?=[*_~,.;:!?…])|${EMOJI}`, 'gv'), ''],
  [/```[\w-]*/gu, ''],
  [/\s*【[^】\n]*】|\[\^[^\]\n]{1,20}\]/gu, ''],
  [LINK, '$1'],
  // An image in a link.
  [LINK, '$1'],
  [/<((?:https?:\/\/|mailto:)?[^\s<>@:]+[@:.][^\s<>]+)>/giu, '$1'],
  [TAG, ''],
  // Servers send marks between messages that are not those of their model.
  [/<\|[^<>|\n]{1,30}\|?>|<[a-z_]{1,30}\|>/giu, ''],
  [/\b(?:https?|wss?|ftp):\/\/(?:www\.)?|\bmailto:/giu, ''],
  [/^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?::?-+:?)?[ \t]*$/gmu, ''],
  [/^[ \t]*(?:[-*_=][ \t]*){3,}$/gmu, ''],
  [/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+•][ \t]+)+/gmu, ''],
  [/^[ \t]*\[[ x]\][ \t]+/gimu, ''],
  [/\\([\\`*_{}[\]()#+.!|~>-])/gu, '$1'],
  [/(?<!\p{N})\*{2,}|\*{2,}(?!\p{N})|#{2,}|`+|~~+/gu, ''],
  [
    new RegExp(
      String.raw`(?<![^\s\(\[\{—–_~])\*(?:(?=[\p{L}\p{Ps}\p{Pi}"'¿¡\p{Sc}+_])([^*\n]*?[^\s*\p{Ps}\p{Pi}])|(\p{N}(?:[^*#"\n]*[^\s*#"\p{Ps}\p{Pi}])?))\*(?![${LETTER}\p{N}])`,
      'gv',
    ),
    '$1$2',
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}\p{N}\p{M}*])\*(?=${LETTER})|(?<![^\s\(])\*(?=["“«¿¡]${LETTER})|(?<=[${LETTER}.!?,;…\)”’»])\*(?![\p{L}\p{N}*])`,
      'gv',
    ),
    '',
  ],
  [/(?<![\p{L}\p{N}])_+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.!?,])_+(?![\p{L}\p{N}])/gu, ''],
  [/\s*\|\s*/gu, ' '],
  [/(?<![\p{L}\p{N}:]):[a-z][a-z0-9_+-]{1,30}:(?![\p{L}\p{N}])|(?<!\S)[:;]-?[)(DP](?!\S)/gu, ''],
  [
    /[\u{2022}\u{2023}\u{2043}\u{2190}-\u{21ff}\u{25a0}-\u{25ff}\u{2713}-\u{2718}\u{27f0}-\u{27ff}\u{2900}-\u{297f}]/gu,
    ' ',
  ],
];

/** Stands before a text that continues a line, so that its minus sign or star is no bullet. */
const MIDDLE = '\u{e000} ';

/** Removes what would be read aloud. Keeps one space at the end: the carrier concatenates frames. */
export function cleanSpeech(clause: string, continuesLine = false): string {
  const text = (continuesLine ? MIDDLE : '') + decodeEntities(clause);
  const plain = MARKUP.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text);
  const spoken = plain.replace(MIDDLE.trim(), '').replaceAll(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}\p{Sc}*#]/u.test(spoken)) return '';
  return spoken + (/\s$/u.test(clause) ? ' ' : '');
}

/** Whether the text behind this one is in the middle of a line. */
export function continuesLine(before: string): boolean {
  return before.slice(before.lastIndexOf('\n') + 1).trim() !== '';
}

/** A name and its character. */
const NAMED = readPairs(
  'amp & lt < gt > quot " apos \' hellip … ndash – mdash — ' +
    'lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo » deg ° euro € pound £ copy © ' +
    'reg ® trade ™ szlig ß aelig æ AElig Æ oelig œ OElig Œ oslash ø Oslash Ø',
);
/** `&eacute;` is an e with this mark. */
const MARKS = readPairs(
  'grave \u0300 acute \u0301 circ \u0302 tilde \u0303 uml \u0308 ring \u030a ' +
    'caron \u030c cedil \u0327 ogon \u0328',
);

/* @__NO_SIDE_EFFECTS__ */
function readPairs(pairs: string): ReadonlyMap<string, string> {
  return new Map(Array.from(pairs.matchAll(/(\S+) (\S+)/gu), ([, name = '', character = '']) => [name, character]));
}

const ENTITY = /&(?:#(?:x([\da-f]{1,6})|(\d{1,7}));?|(amp|lt|gt|quot|nbsp)(?![a-z\d=]);?|([a-z]{2,8}\d{0,2});)/giu;
const ACCENTED = /^([a-z])([a-z]{3,5})$/iu;
const MOST_TIMES = 3;

/** Values from web pages are encoded once or twice. What is no entity stays. */
function decodeEntities(text: string): string {
  let decoded = text;
  for (let times = 0; times < MOST_TIMES && decoded.includes('&'); times += 1)
    decoded = decoded.replaceAll(ENTITY, (written, hex?: string, decimal?: string, bare?: string, name?: string) => {
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
      return decimal === undefined ? (namedCharacter(bare ?? name ?? '') ?? written) : characterOf(Number(decimal));
    });
  return decoded;
}

function namedCharacter(name: string): string | undefined {
  if (/^(?:nb|en|em|thin)sp$/u.test(name)) return ' ';
  if (/^(?:shy|zwn?j)$/u.test(name)) return '';
  const known = NAMED.get(name) ?? NAMED.get(name.toLowerCase());
  if (known !== undefined) return known;
  const [, letter = '', mark = ''] = ACCENTED.exec(name) ?? [];
  const accent = MARKS.get(mark.toLowerCase());
  return accent && `${letter}${accent}`.normalize('NFC');
}

/** Control characters are spaces. */
function characterOf(code: number): string {
  if (code < 32) return ' ';
  return code > 0x10_ff_ff || (code >= 0xd800 && code < 0xe000) ? '' : String.fromCodePoint(code);
}
