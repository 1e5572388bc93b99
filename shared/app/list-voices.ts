import { publicVoices } from '#shared/catalog/voices.ts';
import type { EngineMode } from '#shared/domain/assistant/assistant.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';

export interface ListVoicesDeps {
  voices: VoiceStore;
}

/** The public voices and the user's own, of one mode or of both. */
export async function listVoices(
  { userId, mode }: { userId: number; mode?: EngineMode | undefined },
  deps: ListVoicesDeps,
): Promise<Voice[]> {
  const all = [...publicVoices, ...(await deps.voices.list(userId))];
  return mode === undefined ? all : all.filter((voice) => voice.mode === mode);
}
