import { expect } from 'vitest';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import { noEffect, type Proofs } from '#test/settings/proof.ts';
import { assistantOf, attributesOf, relayOf, sessionOf, twimlOf, wireOf, type Request } from '#test/settings/wire.ts';
import { holdCall } from '#test/support/live-call.ts';

/** What the model is asked when the customer of such an assistant has spoken. */
async function askedOf(request: Request) {
  const model = createMemoryLanguageModel();
  const live = await holdCall({ model, assistant: assistantOf('pipeline', request) });
  await live.say('Hello?');
  return model.replies[0];
}

const voiceOf = async (request: Request) => (await relayOf(request))['voice'];

export const speechProofs: Proofs = {
  voice_id: {
    pipeline: async () => {
      const elevenLabs = { ttsProvider: 'ElevenLabs', voice: 'pFZP5JQG7iQjIQuC4Bku-flash_v2_5-1.0_0.7_0.5' };
      expect(await relayOf({ voice_id: 11 })).toMatchObject(elevenLabs);
      expect(await relayOf({ voice_id: 10 })).toMatchObject({ ttsProvider: 'Google', voice: 'en-US-Chirp3-HD-Puck' });
    },
    multimodal: () => expect(sessionOf({ voice_id: 110 }).audio.output.voice).toBe('cedar'),
  },
  language: {
    pipeline: async () => {
      expect(await relayOf({ language: 'German' })).toMatchObject({
        language: 'de-DE',
        transcriptionProvider: 'Deepgram',
      });
      expect(await relayOf({ language: 'Slovenian' })).toMatchObject({ transcriptionProvider: 'Google' });
      expect((await askedOf({ language: 'German' }))?.locale).toBe('de-DE');
    },
    multimodal: async () => {
      expect(sessionOf({ language: 'German' }).instructions).toContain('Speak German (de-DE)');
      const twiml = await twimlOf(assistantOf('multimodal', { language: 'German' }));
      expect(attributesOf(twiml, 'Transcription')).toMatchObject({ languageCode: 'de-DE' });
    },
  },
  llm_model: {
    pipeline: async () => expect((await askedOf({ llm_model: 'nova-pro' }))?.modelId).toBe(8),
    multimodal: () => expect(sessionOf({ llm_model: 'gpt-realtime-mini' }).model).toBe('gpt-realtime-mini'),
  },
  llm_temperature: {
    pipeline: async () => expect((await askedOf({ llm_temperature: 0.9 }))?.temperature).toBe(0.9),
    multimodal: noEffect({ llm_temperature: 0 }, { llm_temperature: 0.9 }).multimodal,
  },
  voice_stability: {
    pipeline: async () => expect(await voiceOf({ voice_stability: 0.25 })).toMatch(/-1\.0_0\.25_0\.5$/),
    multimodal: noEffect({ voice_stability: 0 }, { voice_stability: 1 }).multimodal,
  },
  voice_similarity: {
    pipeline: async () => expect(await voiceOf({ voice_similarity: 0.25 })).toMatch(/-1\.0_0\.7_0\.25$/),
    multimodal: noEffect({ voice_similarity: 0 }, { voice_similarity: 1 }).multimodal,
  },
  speech_speed: {
    pipeline: async () => expect(await voiceOf({ speech_speed: 1.2 })).toMatch(/-1\.2_0\.7_0\.5$/),
    multimodal: () => expect(sessionOf({ speech_speed: 1.2 }).audio.output.speed).toBe(1.2),
  },
  noise_cancellation: {
    pipeline: noEffect({ noise_cancellation: true }, { noise_cancellation: false }).pipeline,
    multimodal: () => {
      expect(sessionOf({ noise_cancellation: true }).audio.input.noise_reduction).toEqual({ type: 'near_field' });
      expect(sessionOf({ noise_cancellation: false }).audio.input.noise_reduction).toBeNull();
    },
  },
  ambient_sound: {
    pipeline: async () =>
      expect(await wireOf(assistantOf('pipeline', {}, { ambientSound: 'office' }))).toEqual(
        await wireOf(assistantOf('pipeline')),
      ),
    multimodal: async () =>
      expect(await wireOf(assistantOf('multimodal', {}, { ambientSound: 'office' }))).toEqual(
        await wireOf(assistantOf('multimodal')),
      ),
  },
  ambient_sound_volume: noEffect({ ambient_sound_volume: 0 }, { ambient_sound_volume: 1 }),
  filler_audios: {
    pipeline: async () => {
      expect((await relayOf({ filler_audios: true }))['events']).toBe('speaker-events tokens-played');
      expect(await slowly({ filler_audios: true })).toMatchObject({
        token: 'Let me think.',
        last: true,
        preemptible: true,
      });
      expect(await slowly({ filler_audios: false })).toMatchObject({ token: 'Yes.' });
    },
    multimodal: () => {
      expect(sessionOf({ filler_audios: true }).instructions).toContain('When you need a moment');
      expect(sessionOf({ filler_audios: false }).instructions).not.toContain('When you need a moment');
    },
  },
  filler_config: {
    pipeline: async () =>
      expect(await slowly({ filler_audios: true, language: 'German' })).toMatchObject({
        token: phrasesFor(5).fillers.question[0],
      }),
    multimodal: () => expect(sessionOf({ filler_audios: true }).instructions).toContain('«Okay.»'),
  },
};

/** The first words of an assistant whose model takes a second of the call. */
async function slowly(request: Request) {
  const pause = () => new Promise((resolve) => void setTimeout(resolve, 60));
  const model = createMemoryLanguageModel([[pause, 'Yes.']]);
  const live = await holdCall({ model, assistant: assistantOf('pipeline', request), timeScale: 20 });
  await live.say('Are you open?');
  return live.frames()[0];
}
