import { languageOf } from '#shared/catalog/languages.ts';

/** Placeholder until the data lands. */
export function isAcknowledgement(text: string, languageId: number): boolean {
  return (
    languageOf(languageId) !== undefined && /^(?:mm+-?hm+|uh-?huh|okay|ok|right|i see|yeah)[.,! ]*$/i.test(text.trim())
  );
}
