import type { Voice } from '#shared/domain/voice/voice.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';

interface OwnVoice {
  userId: number;
  voice: Voice;
}

export function createMemoryVoiceStore(voices: OwnVoice[] = []): VoiceStore {
  return {
    async add(userId, voice) {
      if (voices.some((other) => other.userId === userId && other.voice.id === voice.id)) return 'id_taken';
      voices.push({ userId, voice: structuredClone(voice) });
      return 'added';
    },
    async list(userId) {
      const own = voices.filter((one) => one.userId === userId).map((one) => one.voice);
      return structuredClone(own.toSorted((one, other) => one.id - other.id));
    },
  };
}
