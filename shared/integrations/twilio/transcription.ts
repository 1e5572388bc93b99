import type { Language } from '#shared/catalog/languages.ts';

/** Of Deepgram's Nova models, ISO 639-1: https://developers.deepgram.com/docs/models-languages-overview */
const deepgramLanguages = new Set(
  'bg ca zh cs da nl en et fi fr de el hi hu id it ja ko lv lt ms no pl pt ro ru sk es sv th tr uk vi'.split(' '),
);

/** @param isBackup the usual one has failed. Google transcribes all languages, and Deepgram does not. */
export function transcriptionProviderFor({ iso2, locale }: Language, isBackup = false): 'Deepgram' | 'Google' {
  return deepgramLanguages.has(iso2) && !locale.startsWith('yue') && !isBackup ? 'Deepgram' : 'Google';
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
  isBackup = false,
): 'nova-3-general' | 'nova-2-general' | 'long' {
  if (transcriptionProviderFor(language, isBackup) === 'Google') return 'long';
  return nova3Languages.has(language.iso2) ? 'nova-3-general' : 'nova-2-general';
}
