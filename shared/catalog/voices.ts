import * as v from 'valibot';
import { engineModes, type EngineMode } from '#shared/assistants/assistant.ts';

/** A voice of the catalogue, or a user's own voice as stored. */
export const VoiceItem = v.object({
  id: v.number(),
  name: v.string(),
  mode: v.picklist(engineModes),
  /** A text-to-speech provider of the carrier in pipeline mode, the speech model in multimodal mode. */
  provider: v.picklist(['ElevenLabs', 'Google', 'Amazon', 'OpenAI']),
  /** The provider's name or id of the voice. */
  providerVoice: v.string(),
});
export type Voice = v.InferOutput<typeof VoiceItem>;

/** The providers of each mode. */
export const voiceProviders = {
  pipeline: ['ElevenLabs', 'Google', 'Amazon'],
  multimodal: ['OpenAI'],
} as const satisfies Record<EngineMode, readonly Voice['provider'][]>;

/** The text-to-speech providers as clients list them. */
export const synthesizerProviders = [
  { id: 1, name: 'ElevenLabs' },
  { id: 2, name: 'Google' },
  { id: 3, name: 'Amazon' },
  { id: 4, name: 'OpenAI' },
] as const satisfies ReadonlyArray<{ id: number; name: Voice['provider'] }>;

export function canSpeakIn(mode: EngineMode, provider: Voice['provider']): boolean {
  return voiceProviders[mode].some((known) => known === provider);
}

/**
 * The voices that every user may choose. Ids are stored with assistants: never reuse one.
 * They all speak several languages under names that `voiceInLanguage` returns. Amazon's voices speak one each, so none is public.
 */
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

export function findPublicVoice(id: number): Voice | undefined {
  return publicVoices.find((voice) => voice.id === id);
}

/** The voices of users. Public voices are in the catalogue. */
export interface VoiceStore {
  add(userId: number, voice: Voice): Promise<'added' | 'id_taken'>;
  /** Oldest first. */
  list(userId: number): Promise<Voice[]>;
}
