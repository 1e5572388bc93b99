import * as v from 'valibot';
import type { UserStore } from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { findLanguage, type Language } from '#shared/catalog/languages.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { plainText, recordId } from '#shared/platform/http/record-fields.ts';
import { drawId, type IdSource } from '#shared/platform/ids.ts';
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { queryKnown } from '#shared/platform/table/later-kinds.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';
import { engineModes, type EngineMode } from './engine-mode.ts';

const VoiceItem = v.object({
  id: v.number(),
  name: v.string(),
  mode: v.picklist(engineModes),
  provider: v.picklist(['ElevenLabs', 'Google', 'Amazon', 'OpenAI']),
  providerVoice: v.string(),
  description: v.optional(v.string()),
});
export type Voice = v.InferOutput<typeof VoiceItem>;

export const voiceProviders = {
  pipeline: ['ElevenLabs', 'Google', 'Amazon'],
  multimodal: ['OpenAI'],
} as const satisfies Record<EngineMode, readonly Voice['provider'][]>;

export const synthesizerProviders = [
  { id: 1, name: 'ElevenLabs' },
  { id: 2, name: 'Google' },
  { id: 3, name: 'Amazon' },
  { id: 4, name: 'OpenAI' },
] as const satisfies ReadonlyArray<{ id: number; name: Voice['provider'] }>;

function canSpeakIn(mode: EngineMode, provider: Voice['provider']): boolean {
  return voiceProviders[mode].some((known) => known === provider);
}

/**
 * What the providers publish about their voices, and no more:
 * https://elevenlabs.io/docs/api-reference/voices/search, https://docs.cloud.google.com/text-to-speech/docs/chirp3-hd,
 * https://developers.openai.com/api/docs/guides/realtime-conversations
 */
const descriptions: Readonly<Record<string, string>> = {
  Sarah: 'Female, American: mature, reassuring, confident',
  Rachel: 'Female, American: young, calm',
  Charlotte: 'Female',
  Jessica: 'Female, American: playful, bright, warm',
  Mark: 'Male: natural conversations',
  George: 'Male, British: warm, captivating storyteller',
  Daniel: 'Male, British: steady broadcaster',
  Brian: 'Male, American: deep, resonant and comforting',
  Aoede: 'Female',
  Puck: 'Male',
  Lily: 'Female, British: velvety actress',
  Charlie: 'Male, Australian: deep, confident, energetic',
  Marin: 'Recommended by OpenAI for the best quality',
  Cedar: 'Recommended by OpenAI for the best quality',
};

/** Never reuse an id. All speak several languages (`voiceInLanguage`); Amazon's speak one each, so none is public. */
export const publicVoices: readonly Voice[] = [
  { id: 1, name: 'Sarah', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'EXAVITQu4vr4xnSDxMaL' },
  { id: 2, name: 'Rachel', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: '21m00Tcm4TlvDq8ikWAM' },
  { id: 3, name: 'Charlotte', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'XB0fDUnXU5powFXDhCwa' },
  { id: 4, name: 'Jessica', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'cgSgspJ2msm6clMCkdW9' },
  { id: 5, name: 'Mark', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'UgBBYS2sOqTuMpoF3BR0' },
  { id: 6, name: 'George', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'JBFqnCBsd6RMkjVDRZzb' },
  { id: 7, name: 'Daniel', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'onwK4e9ZLuTAKqWW03F9' },
  { id: 8, name: 'Brian', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'nPczCjzI2devNBz1zQrb' },
  { id: 9, name: 'Aoede', mode: 'pipeline', provider: 'Google', providerVoice: 'en-US-Chirp3-HD-Aoede' },
  { id: 10, name: 'Puck', mode: 'pipeline', provider: 'Google', providerVoice: 'en-US-Chirp3-HD-Puck' },
  { id: 11, name: 'Lily', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'pFZP5JQG7iQjIQuC4Bku' },
  { id: 12, name: 'Charlie', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'IKne3meq5aSn9XLyUdCD' },
  { id: 101, name: 'Alloy', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'alloy' },
  { id: 102, name: 'Ash', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'ash' },
  { id: 103, name: 'Ballad', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'ballad' },
  { id: 104, name: 'Coral', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'coral' },
  { id: 105, name: 'Echo', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'echo' },
  { id: 106, name: 'Sage', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'sage' },
  { id: 107, name: 'Shimmer', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'shimmer' },
  { id: 108, name: 'Verse', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'verse' },
  { id: 109, name: 'Marin', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'marin' },
  { id: 110, name: 'Cedar', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'cedar' },
];

/** Null: the provider publishes none. */
export function describeVoice({ id, name, description }: Voice): string | null {
  return description ?? (findPublicVoice(id) && descriptions[name]) ?? null;
}

export function findPublicVoice(id: number): Voice | undefined {
  return publicVoices.find((voice) => voice.id === id);
}

/** Of another provider, for a call whose provider has failed. */
export function backupVoice(voice: Voice): Voice {
  const others = publicVoices.filter(({ mode, provider }) => mode === voice.mode && provider !== voice.provider);
  const [kind] = describeVoice(voice)?.split(/[:,]/u) ?? [];
  const alike = others.find((other) => kind !== undefined && describeVoice(other)?.startsWith(kind) === true);
  return alike ?? others[0] ?? voice;
}

export const VoiceRecord = v.pipe(
  v.strictObject({
    id: recordId(1),
    name: plainText('Ava'),
    mode: v.picklist(engineModes),
    description: v.optional(
      v.pipe(
        v.nullable(plainText('Female, British: velvety actress')),
        v.description(
          'What the provider publishes about the voice, or null. The field is present only with `include=description`.',
        ),
      ),
    ),
  }),
  v.title('VoiceRecord'),
);

export const ProviderRecord = v.pipe(
  v.strictObject({ id: recordId(1), name: plainText('ElevenLabs') }),
  v.title('ProviderRecord'),
);

export interface VoiceStore {
  add(userId: number, voice: Voice): Promise<'added' | 'id_taken'>;
  list(userId: number): Promise<Voice[]>;
}

export function createDynamoDbVoiceStore(table: Table): VoiceStore {
  return {
    async add(userId, voice) {
      const isAdded = await put(table, { ...keys.voice.key(userId, voice.id), ...voice }, absent);
      return isAdded ? 'added' : 'id_taken';
    },

    list: (userId) =>
      queryKnown(table, { partition: keys.voice.partition(userId) }, [
        'provider',
        VoiceItem.entries.provider,
        VoiceItem,
      ]),
  };
}

interface VoiceDeps {
  voices: VoiceStore;
  users: UserStore;
  ids: IdSource;
}

export async function findVoice(assistant: { userId: number; voiceId: number }, voices: VoiceStore): Promise<Voice> {
  const found =
    findPublicVoice(assistant.voiceId) ??
    (await voices.list(assistant.userId)).find((voice) => voice.id === assistant.voiceId) ??
    publicVoices[0];
  if (!found) throw new Error('the catalogue has no voice');
  return found;
}

export type ListVoicesDeps = Pick<VoiceDeps, 'voices'>;

/** With a language, those that speak it themselves; one that is not in the catalogue has none. */
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

/** The list of voices has no pages. */
export const MOST_VOICES = 1_000;

/** @throws OperatorError when the provider does not speak in the mode, or the user does not exist or has too many */
export async function addVoice(input: { userId: number; voice: Omit<Voice, 'id'> }, deps: VoiceDeps): Promise<Voice> {
  const { mode, provider } = input.voice;
  if (!canSpeakIn(mode, provider)) {
    throw new OperatorError(`${provider} does not speak in ${mode} mode: choose ${voiceProviders[mode].join(', ')}`);
  }
  await requireUser(input.userId, deps.users);
  if ((await deps.voices.list(input.userId)).length >= MOST_VOICES) {
    throw new OperatorError(`user ${input.userId} has ${MOST_VOICES} voices of their own, which is the limit`);
  }
  const { id } = await drawId(deps.ids, (drawn) => deps.voices.add(input.userId, { id: drawn, ...input.voice }));
  return { id, ...input.voice };
}

/** Of the Flash v2.5 model, ISO 639-1: https://elevenlabs.io/docs/overview/models */
const elevenLabsLanguages = new Set(
  'en ja zh de hi fr ko pt it es id nl tr tl pl sv bg ro ar cs el fi hr ms sk da ta uk ru hu no vi'.split(' '),
);

/** For locales without a Chirp 3 HD voice. */
const googleStandardVoices: Record<string, string> = {
  'af-ZA': 'af-ZA-Standard-A',
  'ca-ES': 'ca-ES-Standard-B',
  'eu-ES': 'eu-ES-Standard-B',
  'gl-ES': 'gl-ES-Standard-B',
  'is-IS': 'is-IS-Standard-B',
};

const CHIRP = /^[a-z]{2,3}-[A-Z]{2}-(Chirp3-HD-\w+)$/;

/** The carrier ends a call with a voice of ElevenLabs in a language that it does not speak: error 64101. */
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
