import { languages } from '#shared/catalog/languages.ts';
import type { Language } from '#shared/domain/language/language.ts';

export function listLanguages(): readonly Language[] {
  return languages;
}
