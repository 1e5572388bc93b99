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
