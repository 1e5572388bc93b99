import type { Language } from '#shared/domain/language/language.ts';

/** What Deepgram's Nova models understand, by two-letter code: https://developers.deepgram.com/docs/models-languages-overview */
const deepgramLanguages = new Set(
  'bg ca zh cs da nl en et fi fr de el hi hu id it ja ko lv lt ms no pl pt ro ru sk es sv th tr uk vi'.split(' '),
);

/** Who turns the customer's words into text. Google understands the languages that Deepgram does not. */
export function transcriptionProviderFor({ iso2, locale }: Language): 'Deepgram' | 'Google' {
  return deepgramLanguages.has(iso2) && !locale.startsWith('yue') ? 'Deepgram' : 'Google';
}
