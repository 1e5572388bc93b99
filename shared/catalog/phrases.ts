import type { FillerConfig } from '#shared/assistants/assistant.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import phrases from '#shared/catalog/phrases.json' with { type: 'json' };

/** Fixed sentences that the service itself says in a language. */
export interface Phrases {
  fillers: FillerConfig;
  /** Breaks a silence of the customer. */
  stillThere: string;
  /** Said when the language model failed, before it is asked once more. */
  apology: string;
  /** The last words before the service ends a call on its own. */
  goodbye: string;
}

const phrasesByLocale: Readonly<Record<string, Phrases>> = phrases;

/** What the service says in a language; in English where the catalogue does not know the language. */
export function phrasesFor(languageId: number): Phrases {
  const locale = findLanguage(languageId)?.locale ?? 'en-US';
  return phrasesByLocale[locale] ?? phrases['en-US'];
}
