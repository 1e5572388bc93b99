import { deepgramTranscribes, GOOGLE, type Language } from '#shared/catalog/languages.ts';

export interface TranscriberChoice {
  /** Of the assistant. Null: Deepgram, where it transcribes the language. */
  providerId?: number | null | undefined;
  /** The usual one has failed. */
  isBackup?: boolean | undefined;
}

export function transcriptionProviderFor(
  language: Language,
  { providerId, isBackup = false }: TranscriberChoice = {},
): 'Deepgram' | 'Google' {
  if (!deepgramTranscribes(language)) return 'Google';
  return (providerId === GOOGLE) === isBackup ? 'Deepgram' : 'Google';
}

/** Other than for voices: https://docs.cloud.google.com/speech-to-text/docs/speech-to-text-supported-languages */
const transcriptionLocales: Record<string, string> = { 'pa-IN': 'pa-Guru-IN', 'yue-HK': 'yue-Hant-HK' };

export function transcriptionLocaleFor({ locale }: Language): string {
  return transcriptionLocales[locale] ?? locale;
}

/** Before Twilio made Nova 3 its default; Nova 2 has all: https://developers.deepgram.com/changelog */
const nova3Languages = new Set('en es fr de pt it nl sv da tr no id'.split(' '));

/** Twilio has a default for some languages only. In others, such as es-MX, a session without model fails (64101). */
export function transcriptionModelFor(
  language: Language,
  choice: TranscriberChoice = {},
): 'nova-3-general' | 'nova-2-general' | 'long' {
  if (transcriptionProviderFor(language, choice) === 'Google') return 'long';
  return nova3Languages.has(language.iso2) ? 'nova-3-general' : 'nova-2-general';
}
