import * as v from 'valibot';
import { engineModes } from '#shared/domain/assistant/assistant.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';

/** A user's own voice as stored; key attributes are dropped when it is read. */
export const VoiceItem = v.object({
  id: v.number(),
  name: v.string(),
  mode: v.picklist(engineModes),
  provider: v.picklist(['ElevenLabs', 'Google', 'Amazon', 'OpenAI']),
  providerVoice: v.string(),
}) satisfies v.GenericSchema<unknown, Voice>;
