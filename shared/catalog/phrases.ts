import type { FillerConfig } from '#shared/assistants/assistant.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import phrases from '#shared/catalog/phrases.json' with { type: 'json' };

/** Fixed sentences that the service says in a language. */
export interface Phrases {
  fillers: FillerConfig;
  /** Said when the customer is silent. */
  stillThere: string;
  /** Said when the language model failed, before the retry. */
  apology: string;
  /** Said before the service ends a call. */
  goodbye: string;
  /** Said before the service ends a call because no model answers. */
  outage: string;
}

const phrasesByLocale: Readonly<Record<string, Phrases>> = phrases;

/** Returns the phrases of a language, or the English ones for an unknown id. */
export function phrasesFor(languageId: number): Phrases {
  const locale = findLanguage(languageId)?.locale ?? 'en-US';
  return phrasesByLocale[locale] ?? phrases['en-US'];
}
