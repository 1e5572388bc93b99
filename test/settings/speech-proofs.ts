import { expect } from 'vitest';
import { phrasesFor } from '#shared/catalog/languages.ts';
import {
  hearing,
  instructions,
  isSilent,
  noEffect,
  relay,
  session,
  type Proof,
  type Proofs,
} from '#test/settings/proof.ts';
import { assistantOf, attributesOf, scriptOf, twimlOf, type Request } from '#test/settings/wire.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

/** What the model is asked when the customer of such an assistant has spoken. */
async function askedOf(request: Request) {
  const model = createMemoryLanguageModel();
  const live = await holdCall({ model, assistant: assistantOf('pipeline', request) });
  await live.voice('off');
  await live.say('Hello?');
  return model.replies[0];
}

/** The voice that the carrier speaks with ends in its speed, stability and similarity. */
const voice = (request: Request, settings: string) =>
  relay(request, { voice: expect.stringMatching(new RegExp(`-${settings}$`)) });
const elevenLabs = { ttsProvider: 'ElevenLabs', voice: 'pFZP5JQG7iQjIQuC4Bku-flash_v2_5-1.0_0.7_0.5' };

export const speechProofs: Proofs = {
  voice_id: {
    pipeline: [
      relay({ voice_id: 11 }, elevenLabs),
      relay({ voice_id: 10 }, { ttsProvider: 'Google', voice: 'en-US-Chirp3-HD-Puck' }),
    ],
    multimodal: session({ voice_id: 110 }, { audio: { output: { voice: 'cedar' } } }),
  },
  language: {
    pipeline: [
      relay({ language: 'German' }, { language: 'de-DE', transcriptionProvider: 'Deepgram' }),
      relay({ language: 'Slovenian' }, { transcriptionProvider: 'Google' }),
      async () => expect((await askedOf({ language: 'German' }))?.locale).toBe('de-DE'),
    ],
    multimodal: [
      instructions({ language: 'German' }, 'Speak German (de-DE)'),
      async () => {
        const twiml = await twimlOf(assistantOf('multimodal', { language: 'German' }));
        expect(attributesOf(twiml, 'Transcription')).toMatchObject({ languageCode: 'de-DE' });
      },
    ],
  },
  transcriber_provider_id: {
    pipeline: [
      relay({ transcriber_provider_id: null, language: 'German' }, { transcriptionProvider: 'Deepgram' }),
      relay({ transcriber_provider_id: 1, language: 'German' }, { transcriptionProvider: 'Deepgram' }),
      relay(
        { transcriber_provider_id: 2, language: 'German' },
        { transcriptionProvider: 'Google', speechModel: 'long' },
      ),
      relay(
        { transcriber_provider_id: 2, endpoint_type: 'ai' },
        { transcriptionProvider: 'Google', speechModel: 'long' },
      ),
    ],
    multimodal: async () => {
      const twiml = await twimlOf(assistantOf('multimodal', { transcriber_provider_id: 2 }));
      expect(attributesOf(twiml, 'Transcription')).toMatchObject({ transcriptionEngine: 'google' });
    },
  },
  llm_model: {
    pipeline: async () => expect((await askedOf({ llm_model: 'nova-pro' }))?.modelId).toBe(8),
    multimodal: session({ llm_model: 'gpt-realtime-mini' }, { model: 'gpt-realtime-mini' }),
  },
  fallback_models: {
    pipeline: async () => {
      const script = scriptOf(assistantOf('pipeline', { fallback_models: ['nova-lite', 'gpt-4o'] }));
      expect(script.fallbackModels).toEqual(['nova-lite', 'gpt-4o']);
      expect(scriptOf(assistantOf('pipeline'))).not.toHaveProperty('fallbackModels');
    },
    multimodal: noEffect({ fallback_models: [] }, { fallback_models: ['nova-lite'] }),
  },
  llm_temperature: {
    pipeline: async () => expect((await askedOf({ llm_temperature: 0.9 }))?.temperature).toBe(0.9),
    multimodal: noEffect({ llm_temperature: 0 }, { llm_temperature: 0.9 }),
  },
  voice_stability: {
    pipeline: voice({ voice_stability: 0.25 }, '1.0_0.25_0.5'),
    multimodal: noEffect({ voice_stability: 0 }, { voice_stability: 1 }),
  },
  voice_similarity: {
    pipeline: voice({ voice_similarity: 0.25 }, '1.0_0.7_0.25'),
    multimodal: noEffect({ voice_similarity: 0 }, { voice_similarity: 1 }),
  },
  speech_speed: {
    pipeline: voice({ speech_speed: 1.2 }, '1.2_0.7_0.5'),
    multimodal: session({ speech_speed: 1.2 }, { audio: { output: { speed: 1.2 } } }),
  },
  noise_cancellation: {
    pipeline: noEffect({ noise_cancellation: true }, { noise_cancellation: false }),
    multimodal: [
      hearing({ noise_cancellation: true }, { noise_reduction: { type: 'near_field' } }),
      hearing({ noise_cancellation: false }, { noise_reduction: null }),
    ],
  },
  ambient_sound: isSilent((mode) => [assistantOf(mode, {}, { ambientSound: 'office' }), assistantOf(mode)]),
  ambient_sound_volume: noEffect({ ambient_sound_volume: 0 }, { ambient_sound_volume: 1 }),
  filler_audios: {
    pipeline: [
      slowly({ filler_audios: true }, { text: 'Let me think.', isLast: true }),
      slowly({ filler_audios: false }, { text: 'Yes.' }),
    ],
    multimodal: instructions({ filler_audios: true }, 'When you need a moment'),
  },
  filler_config: {
    pipeline: slowly({ filler_audios: true, language: 'German' }, { text: phrasesFor(5).fillers.question[0] }),
    multimodal: instructions({ filler_audios: true }, '«Okay.»'),
  },
};

/** The first words of an assistant whose model takes a second of the call. */
function slowly(request: Request, frame: object): Proof {
  const pause = () => new Promise((resolve) => void setTimeout(resolve, 90));
  return async () => {
    const model = createMemoryLanguageModel([[pause, 'Yes.']]);
    const live = await holdCall({ model, assistant: assistantOf('pipeline', request), timeScale: 10 });
    await live.voice('off');
    await live.say('Are you open?');
    expect(live.frames()[0]).toMatchObject(frame);
  };
}
