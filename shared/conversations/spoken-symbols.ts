import { SYLLABIC } from '#shared/conversations/clean-speech.ts';
import type { SpokenForm } from '#shared/conversations/spoken-forms.ts';
import names from '#shared/conversations/symbol-names.json' with { type: 'json' };

const namesByLocale: Readonly<Record<string, string>> = names;
const TIMES = '×';

interface SymbolNames {
  star: string;
  hash: string;
  times: string;
}

function namesFor(locale: string): SymbolNames {
  const [language = ''] = locale.split('-');
  const [star = '*', hash = '#', times = TIMES] = (namesByLocale[locale] ?? namesByLocale[language] ?? '').split('|');
  return { star, hash, times };
}

const syllable = new RegExp(`[${SYLLABIC}]`, 'u');
const isWord = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character) && !syllable.test(character);

/** Keys and products, in text without markup: «press *», «dial *100#», «3 * 4». Not «#1», «C#», «#news». */
export function findSymbolForms(text: string, locale: string): SpokenForm[] {
  if (!/[*#]/u.test(text)) return [];
  const known = namesFor(locale);
  return Array.from(text.matchAll(/[\d*#]*[*#][\d*#]*/gu)).flatMap(({ 0: token, index }) => {
    const before = text.slice(0, index);
    const behind = text.slice(index + token.length);
    const name = nameIn(token, before, behind, known);
    return Array.from(token).flatMap((symbol, offset) => {
      const spoken = name(symbol);
      const at = index + offset;
      return spoken === undefined ? [] : [{ at, length: 1, spoken: spaced(spoken, text, at) }];
    });
  });
}

type NameOf = (symbol: string) => string | undefined;

function nameIn(token: string, before: string, behind: string, { star, hash, times }: SymbolNames): NameOf {
  const asKey: NameOf = (symbol) => (symbol === '*' ? star : symbol === '#' ? hash : undefined);
  const isProduct = token === '*' ? isBetweenNumbers(before, behind) : /^\d+(?:\*\d+)+$/u.test(token);
  if (isProduct) return (symbol) => (symbol === '*' ? times : undefined);
  if (isWord(before.at(-1) ?? '') || isWord(behind[0] ?? '')) return () => undefined;
  return /^\*|[*#]$/u.test(token) ? asKey : () => undefined;
}

function isBetweenNumbers(before: string, behind: string): boolean {
  return /[\p{Nd})]\s*$/u.test(before) && /^\s*[(−\p{Sc}-]?\p{Nd}|^\s*\(/u.test(behind);
}

function spaced(name: string, text: string, at: number): string {
  const needsSpace = (character: string | undefined) =>
    character !== undefined && (isWord(character) || /[*#]/u.test(character));
  return (isWord(text[at - 1] ?? '') ? ' ' : '') + name + (needsSpace(text[at + 1]) ? ' ' : '');
}
