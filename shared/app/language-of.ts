import { findLanguage, languages } from '#shared/catalog/languages.ts';
import type { Language } from '#shared/domain/language/language.ts';

/** The language of this id. One that the catalogue no longer has must not silence the call: the first one is spoken instead. */
export function languageOf(languageId: number): Language {
  const language = findLanguage(languageId) ?? languages[0];
  if (!language) throw new Error('the catalogue has no language');
  return language;
}
