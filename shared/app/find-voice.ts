import { findPublicVoice, publicVoices } from '#shared/catalog/voices.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';

/** The assistant's voice. One that was removed since must not silence the call: the first public one speaks instead. */
export async function findVoice(assistant: Assistant, voices: VoiceStore): Promise<Voice> {
  const found =
    findPublicVoice(assistant.voiceId) ??
    (await voices.list(assistant.userId)).find((voice) => voice.id === assistant.voiceId) ??
    publicVoices[0];
  if (!found) throw new Error('the catalogue has no voice');
  return found;
}
