import type { EngineMode } from '#shared/domain/assistant/assistant.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';

/** Who can speak in each mode: the carrier's text-to-speech providers, or the speech model itself. */
export const voiceProviders = {
  pipeline: ['ElevenLabs', 'Google', 'Amazon'],
  multimodal: ['OpenAI'],
} as const satisfies Record<EngineMode, readonly Voice['provider'][]>;

export function canSpeakIn(mode: EngineMode, provider: Voice['provider']): boolean {
  return voiceProviders[mode].some((known) => known === provider);
}
