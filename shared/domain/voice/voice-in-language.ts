import type { Language } from '#shared/domain/language/language.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';

/** What the Flash v2.5 model speaks, by two-letter code: https://elevenlabs.io/docs/overview/models */
const elevenLabsLanguages = new Set(
  'en ja zh de hi fr ko pt it es id nl tr tl pl sv bg ro ar cs el fi hr ms sk da ta uk ru hu no vi'.split(' '),
);

/** Languages for which Google has no Chirp 3 HD voice, with the voice that speaks them. */
const googleStandardVoices: Record<string, string> = {
  'af-ZA': 'af-ZA-Standard-A',
  'ca-ES': 'ca-ES-Standard-B',
  'eu-ES': 'eu-ES-Standard-B',
  'gl-ES': 'gl-ES-Standard-B',
  'is-IS': 'is-IS-Standard-B',
};

const CHIRP = /^[a-z]{2,3}-[A-Z]{2}-(Chirp3-HD-\w+)$/;

/**
 * The voice as it is called in a language. A Google voice has a name per locale; where ElevenLabs does not speak
 * the language a Google voice stands in, because the carrier ends a call whose voice and language do not fit (error 64101).
 */
export function voiceInLanguage(voice: Voice, language: Language): Pick<Voice, 'provider' | 'providerVoice'> {
  const { provider, providerVoice } = voice;
  const chirp = provider === 'Google' ? CHIRP.exec(providerVoice)?.[1] : undefined;
  if (chirp !== undefined) return googleVoice(chirp, language);
  const isForeign = provider === 'ElevenLabs' && (!elevenLabsLanguages.has(language.iso2) || isCantonese(language));
  return isForeign ? googleVoice('Chirp3-HD-Aoede', language) : { provider, providerVoice };
}

function googleVoice(chirp: string, { locale }: Language): Pick<Voice, 'provider' | 'providerVoice'> {
  return { provider: 'Google', providerVoice: googleStandardVoices[locale] ?? `${googleLocale(locale)}-${chirp}` };
}

/** Google names a few locales in its own way. */
function googleLocale(locale: string): string {
  const own: Record<string, string> = {
    'ar-SA': 'ar-XA',
    'es-MX': 'es-US',
    'ur-PK': 'ur-IN',
    'zh-CN': 'cmn-CN',
  };
  return own[locale] ?? locale;
}

function isCantonese({ locale }: Language): boolean {
  return locale.startsWith('yue');
}
