import type { Language } from '#shared/catalog/languages.ts';

/** Languages of Deepgram's Nova models, ISO 639-1: https://developers.deepgram.com/docs/models-languages-overview */
const deepgramLanguages = new Set(
  'bg ca zh cs da nl en et fi fr de el hi hu id it ja ko lv lt ms no pl pt ro ru sk es sv th tr uk vi'.split(' '),
);

/** The speech-to-text provider of a language: Deepgram, or Google where Deepgram does not support it. */
export function transcriptionProviderFor({ iso2, locale }: Language): 'Deepgram' | 'Google' {
  return deepgramLanguages.has(iso2) && !locale.startsWith('yue') ? 'Deepgram' : 'Google';
}

/** Google's codes for speech-to-text that differ from those of voices. It refuses others: https://docs.cloud.google.com/speech-to-text/docs/speech-to-text-supported-languages */
const transcriptionLocales: Record<string, string> = { 'pa-IN': 'pa-Guru-IN', 'yue-HK': 'yue-Hant-HK' };

/** The code of a language for its speech-to-text provider. */
export function transcriptionLocaleFor({ locale }: Language): string {
  return transcriptionLocales[locale] ?? locale;
}

/** The languages in which Nova 3 was before Twilio made it its default; Nova 2 has all: https://developers.deepgram.com/changelog */
const nova3Languages = new Set('en es fr de pt it nl sv da tr no id'.split(' '));

/**
 * The model of a language's speech-to-text provider. Twilio has a model of its own for some languages only. In the others, such as
 * es-MX, a session without one fails (64101): "ttsProvider/voice and transcriptionProvider/speechModel are all needed".
 */
export function transcriptionModelFor(language: Language): 'nova-3-general' | 'nova-2-general' | 'long' {
  if (transcriptionProviderFor(language) === 'Google') return 'long';
  return nova3Languages.has(language.iso2) ? 'nova-3-general' : 'nova-2-general';
}
