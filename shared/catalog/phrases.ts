import { findLanguage } from '#shared/catalog/languages.ts';
import phrases from '#shared/catalog/phrases.json' with { type: 'json' };
import type { Phrases } from '#shared/domain/language/phrases.ts';

const phrasesByLocale: Readonly<Record<string, Phrases>> = phrases;

/** What the service says in a language; in English where the catalogue does not know the language. */
export function phrasesFor(languageId: number): Phrases {
  const locale = findLanguage(languageId)?.locale ?? 'en-US';
  return phrasesByLocale[locale] ?? phrases['en-US'];
}
