/** What a language model writes for the eye, in the order in which it is taken away. */
const MARKUP: ReadonlyArray<[RegExp, string]> = [
  [/```[\w-]*/gu, ''],
  [/!?\[([^\]\n]*)\]\([^)\n]*\)/gu, '$1'],
  [/<\/?[a-z][^<>\n]*>/giu, ''],
  [/\b(?:https?|wss?|ftp):\/\/(?:www\.)?/giu, ''],
  [/^[ \t]*(?:[-*_][ \t]*){3,}$/gmu, ''],
  [/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+•][ \t]+)+/gmu, ''],
  [/\\([\\`*_{}[\]()#+.!|~>-])/gu, '$1'],
  [/\*+|`+|~~+/gu, ''],
  [/(?<![\p{L}\p{N}])_+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.!?,])_+(?![\p{L}\p{N}])/gu, ''],
  [/\s*\|\s*/gu, ' '],
  [/[\p{Extended_Pictographic}--[©®™]]|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{fe0f}|\u{200d}|\u{20e3}/gv, ''],
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
