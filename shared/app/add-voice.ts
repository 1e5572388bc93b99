import { drawId } from '#shared/app/draw-id.ts';
import { requireUser } from '#shared/app/require-user.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import { canSpeakIn, voiceProviders } from '#shared/domain/voice/voice-providers.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { UserStore } from '#shared/ports/user-store.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';

export interface AddVoiceDeps {
  users: UserStore;
  voices: VoiceStore;
  ids: IdSource;
}

/** Adds a voice that only this user can choose. @throws OpsRefusal when the provider does not speak in the mode */
export async function addVoice(
  input: { userId: number; voice: Omit<Voice, 'id'> },
  deps: AddVoiceDeps,
): Promise<Voice> {
  const { mode, provider } = input.voice;
  if (!canSpeakIn(mode, provider)) {
    throw new OpsRefusal(`${provider} does not speak in ${mode} mode: choose ${voiceProviders[mode].join(', ')}`);
  }
  await requireUser(input.userId, deps.users);
  const { id } = await drawId(deps.ids, (drawn) => deps.voices.add(input.userId, { id: drawn, ...input.voice }));
  return { id, ...input.voice };
}
