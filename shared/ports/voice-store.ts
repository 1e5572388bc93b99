import type { Voice } from '#shared/domain/voice/voice.ts';

/** The voices that users added for themselves; the public ones are in the catalogue. */
export interface VoiceStore {
  add(userId: number, voice: Voice): Promise<'added' | 'id_taken'>;
  /** Oldest first. */
  list(userId: number): Promise<Voice[]>;
}
