import * as v from 'valibot';
import type { UserStore } from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { engineModes, type Assistant, type EngineMode } from '#shared/assistants/assistant.ts';
import { findLanguage, type Language } from '#shared/catalog/languages.ts';
import {
  canSpeakIn,
  findPublicVoice,
  publicVoices,
  voiceProviders,
  type Voice,
  type VoiceStore,
} from '#shared/catalog/voices.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { plainText, recordId } from '#shared/platform/http/record-fields.ts';
import { drawId, type IdSource } from '#shared/platform/ids.ts';

/** A voice in API responses. */
export const VoiceRecord = v.pipe(
  v.strictObject({ id: recordId(1), name: plainText('Ava'), mode: v.picklist(engineModes) }),
  v.title('VoiceRecord'),
);

/** A company behind voices or transcripts, in API responses. */
export const ProviderRecord = v.pipe(
  v.strictObject({ id: recordId(1), name: plainText('ElevenLabs') }),
  v.title('ProviderRecord'),
);

/** The dependencies of the operations on voices. Each operation picks what it needs. */
interface VoiceDeps {
  voices: VoiceStore;
  users: UserStore;
  ids: IdSource;
}

/** Returns the assistant's voice, or the first public voice if it was deleted. */
export async function findVoice(assistant: Assistant, voices: VoiceStore): Promise<Voice> {
  const found =
    findPublicVoice(assistant.voiceId) ??
    (await voices.list(assistant.userId)).find((voice) => voice.id === assistant.voiceId) ??
    publicVoices[0];
  if (!found) throw new Error('the catalogue has no voice');
  return found;
}

export type ListVoicesDeps = Pick<VoiceDeps, 'voices'>;

/**
 * Lists the public voices and the user's own, of one mode or both. With a language, those that speak it themselves; a language
 * that is not in the catalogue has none.
 */
export async function listVoices(
  { userId, mode, languageId }: { userId: number; mode?: EngineMode | undefined; languageId?: number | undefined },
  deps: ListVoicesDeps,
): Promise<Voice[]> {
  const all = [...publicVoices, ...(await deps.voices.list(userId))];
  const fitting = mode === undefined ? all : all.filter((voice) => voice.mode === mode);
  if (languageId === undefined) return fitting;
  const language = findLanguage(languageId);
  return language ? fitting.filter((voice) => voiceInLanguage(voice, language).provider === voice.provider) : [];
}

/**
 * Adds a voice for one user.
 * @throws OperatorError when the provider does not speak in the mode, or the user does not exist
 */
export async function addVoice(input: { userId: number; voice: Omit<Voice, 'id'> }, deps: VoiceDeps): Promise<Voice> {
  const { mode, provider } = input.voice;
  if (!canSpeakIn(mode, provider)) {
    throw new OperatorError(`${provider} does not speak in ${mode} mode: choose ${voiceProviders[mode].join(', ')}`);
  }
  await requireUser(input.userId, deps.users);
  const { id } = await drawId(deps.ids, (drawn) => deps.voices.add(input.userId, { id: drawn, ...input.voice }));
  return { id, ...input.voice };
}

/** Languages of the Flash v2.5 model, ISO 639-1: https://elevenlabs.io/docs/overview/models */
const elevenLabsLanguages = new Set(
  'en ja zh de hi fr ko pt it es id nl tr tl pl sv bg ro ar cs el fi hr ms sk da ta uk ru hu no vi'.split(' '),
);

/** Google's voices for locales without a Chirp 3 HD voice. */
const googleStandardVoices: Record<string, string> = {
  'af-ZA': 'af-ZA-Standard-A',
  'ca-ES': 'ca-ES-Standard-B',
  'eu-ES': 'eu-ES-Standard-B',
  'gl-ES': 'gl-ES-Standard-B',
  'is-IS': 'is-IS-Standard-B',
};

const CHIRP = /^[a-z]{2,3}-[A-Z]{2}-(Chirp3-HD-\w+)$/;

/**
 * Returns the provider's name of a voice in a language. A Google voice has a name per locale. A Google voice replaces one of
 * ElevenLabs in a language it does not speak, because the carrier ends a call with such a combination (error 64101).
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

/** Google uses other codes for a few locales. */
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
