import * as v from 'valibot';
import phrases from '#shared/catalog/phrases.json' with { type: 'json' };
import { languageCode, plainText, recordId } from '#shared/platform/http/record-fields.ts';

export interface FillerConfig {
  neutral: string[];
  negative: string[];
  positive: string[];
  question: string[];
}

export const LanguageRecord = v.pipe(
  v.strictObject({ id: recordId(9), name: plainText('English'), iso_2: languageCode('en') }),
  v.title('LanguageRecord'),
);

export interface Language {
  id: number;
  /** `language` in the API. Unique, English. */
  name: string;
  /** ISO 639-1. Variants of a language share it. */
  iso2: string;
  /** BCP 47, as the carrier's speech providers use it. */
  locale: string;
}

export const DEEPGRAM = 1;
export const GOOGLE = 2;
export const transcriberProviders = [
  { id: DEEPGRAM, name: 'Deepgram' },
  { id: GOOGLE, name: 'Google' },
] as const;

/** Of Deepgram's Nova models, ISO 639-1: https://developers.deepgram.com/docs/models-languages-overview */
const deepgramLanguages = new Set(
  'bg ca zh cs da nl en et fi fr de el hi hu id it ja ko lv lt ms no pl pt ro ru sk es sv th tr uk vi'.split(' '),
);

/** Google transcribes all languages of the catalogue, and Deepgram does not. */
export function deepgramTranscribes({ iso2, locale }: Pick<Language, 'iso2' | 'locale'>): boolean {
  return deepgramLanguages.has(iso2) && !locale.startsWith('yue');
}

export const findTranscriber = (id: number): number | undefined =>
  transcriberProviders.find((provider) => provider.id === id)?.id;

/** Of Deepgram's Flux. With another one the session fails: https://developers.deepgram.com/docs/flux/configuration */
const fluxLanguages = new Set('en es fr de hi ru pt ja it nl'.split(' '));

export function hasTurnModel({ iso2 }: Pick<Language, 'iso2'>): boolean {
  return fluxLanguages.has(iso2);
}

/** Of the carrier's speech providers. Ids are stored with assistants: never reuse one. */
export const languages: readonly Language[] = [
  { id: 1, name: 'English', iso2: 'en', locale: 'en-US' },
  { id: 2, name: 'English (UK)', iso2: 'en', locale: 'en-GB' },
  { id: 3, name: 'English (Australia)', iso2: 'en', locale: 'en-AU' },
  { id: 4, name: 'English (India)', iso2: 'en', locale: 'en-IN' },
  { id: 5, name: 'German', iso2: 'de', locale: 'de-DE' },
  { id: 6, name: 'Spanish', iso2: 'es', locale: 'es-ES' },
  { id: 7, name: 'Spanish (Mexico)', iso2: 'es', locale: 'es-MX' },
  { id: 8, name: 'French', iso2: 'fr', locale: 'fr-FR' },
  { id: 9, name: 'French (Canada)', iso2: 'fr', locale: 'fr-CA' },
  { id: 10, name: 'Italian', iso2: 'it', locale: 'it-IT' },
  { id: 11, name: 'Portuguese', iso2: 'pt', locale: 'pt-PT' },
  { id: 12, name: 'Portuguese (Brazil)', iso2: 'pt', locale: 'pt-BR' },
  { id: 13, name: 'Dutch', iso2: 'nl', locale: 'nl-NL' },
  { id: 14, name: 'Polish', iso2: 'pl', locale: 'pl-PL' },
  { id: 15, name: 'Swedish', iso2: 'sv', locale: 'sv-SE' },
  { id: 16, name: 'Danish', iso2: 'da', locale: 'da-DK' },
  { id: 17, name: 'Norwegian', iso2: 'no', locale: 'nb-NO' },
  { id: 18, name: 'Finnish', iso2: 'fi', locale: 'fi-FI' },
  { id: 19, name: 'Icelandic', iso2: 'is', locale: 'is-IS' },
  { id: 20, name: 'Czech', iso2: 'cs', locale: 'cs-CZ' },
  { id: 21, name: 'Slovak', iso2: 'sk', locale: 'sk-SK' },
  { id: 22, name: 'Hungarian', iso2: 'hu', locale: 'hu-HU' },
  { id: 23, name: 'Romanian', iso2: 'ro', locale: 'ro-RO' },
  { id: 24, name: 'Bulgarian', iso2: 'bg', locale: 'bg-BG' },
  { id: 25, name: 'Greek', iso2: 'el', locale: 'el-GR' },
  { id: 26, name: 'Croatian', iso2: 'hr', locale: 'hr-HR' },
  { id: 27, name: 'Slovenian', iso2: 'sl', locale: 'sl-SI' },
  { id: 28, name: 'Serbian', iso2: 'sr', locale: 'sr-RS' },
  { id: 29, name: 'Ukrainian', iso2: 'uk', locale: 'uk-UA' },
  { id: 30, name: 'Russian', iso2: 'ru', locale: 'ru-RU' },
  { id: 31, name: 'Lithuanian', iso2: 'lt', locale: 'lt-LT' },
  { id: 32, name: 'Latvian', iso2: 'lv', locale: 'lv-LV' },
  { id: 33, name: 'Estonian', iso2: 'et', locale: 'et-EE' },
  { id: 34, name: 'Catalan', iso2: 'ca', locale: 'ca-ES' },
  { id: 35, name: 'Galician', iso2: 'gl', locale: 'gl-ES' },
  { id: 36, name: 'Basque', iso2: 'eu', locale: 'eu-ES' },
  { id: 37, name: 'Turkish', iso2: 'tr', locale: 'tr-TR' },
  { id: 38, name: 'Arabic', iso2: 'ar', locale: 'ar-SA' },
  { id: 39, name: 'Hebrew', iso2: 'he', locale: 'he-IL' },
  { id: 40, name: 'Hindi', iso2: 'hi', locale: 'hi-IN' },
  { id: 41, name: 'Bengali', iso2: 'bn', locale: 'bn-IN' },
  { id: 42, name: 'Tamil', iso2: 'ta', locale: 'ta-IN' },
  { id: 43, name: 'Telugu', iso2: 'te', locale: 'te-IN' },
  { id: 44, name: 'Kannada', iso2: 'kn', locale: 'kn-IN' },
  { id: 45, name: 'Malayalam', iso2: 'ml', locale: 'ml-IN' },
  { id: 46, name: 'Marathi', iso2: 'mr', locale: 'mr-IN' },
  { id: 47, name: 'Gujarati', iso2: 'gu', locale: 'gu-IN' },
  { id: 48, name: 'Punjabi', iso2: 'pa', locale: 'pa-IN' },
  { id: 49, name: 'Urdu', iso2: 'ur', locale: 'ur-PK' },
  { id: 50, name: 'Indonesian', iso2: 'id', locale: 'id-ID' },
  { id: 51, name: 'Malay', iso2: 'ms', locale: 'ms-MY' },
  { id: 52, name: 'Filipino', iso2: 'tl', locale: 'fil-PH' },
  { id: 53, name: 'Vietnamese', iso2: 'vi', locale: 'vi-VN' },
  { id: 54, name: 'Thai', iso2: 'th', locale: 'th-TH' },
  { id: 55, name: 'Japanese', iso2: 'ja', locale: 'ja-JP' },
  { id: 56, name: 'Korean', iso2: 'ko', locale: 'ko-KR' },
  { id: 57, name: 'Chinese (Mandarin)', iso2: 'zh', locale: 'zh-CN' },
  { id: 58, name: 'Chinese (Cantonese)', iso2: 'zh', locale: 'yue-HK' },
  { id: 59, name: 'Afrikaans', iso2: 'af', locale: 'af-ZA' },
  { id: 60, name: 'Swahili', iso2: 'sw', locale: 'sw-KE' },
];

export function findLanguage(id: number): Language | undefined {
  return languages.find((language) => language.id === id);
}

/** In any case. A two-letter code selects the first variant. */
export function findLanguageByName(name: string): Language | undefined {
  const wanted = name.trim().toLowerCase();
  return (
    languages.find((language) => language.name.toLowerCase() === wanted) ??
    languages.find((language) => language.iso2 === wanted)
  );
}

export function listLanguages(): readonly Language[] {
  return languages;
}

export function languageOf(languageId: number): Language {
  const language = findLanguage(languageId) ?? languages[0];
  if (!language) throw new Error('the catalogue has no language');
  return language;
}

interface Phrases {
  fillers: FillerConfig;
  stillThere: string;
  /** After speech without words. */
  notUnderstood: string;
  /** Before the retry, when the language model failed. */
  apology: string;
  goodbye: string;
  /** Before the service ends a call because no model answers. */
  outage: string;
}

const phrasesByLocale: Readonly<Record<string, Phrases>> = phrases;

export function phrasesFor(languageId: number): Phrases {
  const locale = findLanguage(languageId)?.locale ?? 'en-US';
  return phrasesByLocale[locale] ?? phrases['en-US'];
}
