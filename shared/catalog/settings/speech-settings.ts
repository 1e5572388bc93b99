import { unsupported, type AssistantSetting } from '#shared/catalog/settings/setting.ts';

/** Voice, language, model, and what is heard beside the words. */
export const speechSettings = [
  {
    field: 'voice_id',
    record: ['voice_id'],
    pipeline: {
      support: 'carrier',
      attributes: ['ttsProvider', 'voice'],
      how: 'The voice speaks. Where ElevenLabs does not speak the language, a Google voice stands in.',
    },
    multimodal: { support: 'model', session: ['audio.output.voice'], how: 'The voice of the speech model.' },
  },
  {
    field: 'language',
    record: ['language', 'language_id'],
    pipeline: {
      support: 'carrier',
      attributes: ['language', 'transcriptionProvider'],
      how: 'Language of voice and transcription, which Google does where Deepgram does not know the language; the model is told it, too.',
    },
    multimodal: {
      support: 'model',
      attributes: ['Transcription.languageCode'],
      session: ['instructions'],
      how: 'The model is told to speak it; nothing forces it to. The transcription of the carrier is set to it.',
    },
  },
  {
    field: 'llm_model',
    record: ['llm_model_id', 'multimodal_model_id'],
    pipeline: { support: 'model', how: 'The model that answers, and that evaluates the call.' },
    multimodal: {
      support: 'model',
      session: ['model'],
      how: 'The speech model. The call is evaluated by the first text model of its provider.',
    },
  },
  {
    field: 'llm_temperature',
    record: ['llm_temperature'],
    pipeline: { support: 'model', how: 'Goes with every question to the model.' },
    multimodal: unsupported('Speech models have no temperature.'),
  },
  {
    field: 'voice_stability',
    record: ['voice_stability'],
    pipeline: { support: 'carrier', attributes: ['voice'], how: 'With ElevenLabs voices; other voices have none.' },
    multimodal: unsupported('Voices of the speech model have no stability.'),
  },
  {
    field: 'voice_similarity',
    record: ['voice_similarity'],
    pipeline: { support: 'carrier', attributes: ['voice'], how: 'With ElevenLabs voices; other voices have none.' },
    multimodal: unsupported('Voices of the speech model have no similarity.'),
  },
  {
    field: 'speech_speed',
    record: ['speech_speed'],
    pipeline: {
      support: 'carrier',
      attributes: ['voice'],
      how: 'With ElevenLabs voices; other voices keep their pace.',
    },
    multimodal: { support: 'model', session: ['audio.output.speed'], how: 'The pace of the voice.' },
  },
  {
    field: 'noise_cancellation',
    record: ['enable_noise_cancellation'],
    pipeline: unsupported('The carrier documents no values for it, and ends calls on a wrong one.'),
    multimodal: {
      support: 'model',
      session: ['audio.input.noise_reduction'],
      how: 'Noise is filtered for a telephone held to the ear.',
    },
  },
  {
    field: 'ambient_sound',
    record: ['ambient_sound'],
    pipeline: unsupported('The carrier plays either speech or a sound, never both.'),
    multimodal: unsupported('The speech model mixes in no sound.'),
  },
  {
    field: 'ambient_sound_volume',
    record: ['ambient_sound_volume'],
    pipeline: unsupported('There is no ambient sound that could be loud.'),
    multimodal: unsupported('There is no ambient sound that could be loud.'),
  },
  {
    field: 'filler_audios',
    record: ['fillers'],
    pipeline: {
      support: 'service',
      attributes: ['events'],
      how: 'When the model has not begun to answer after 0.7 seconds, a filler is said, which the answer cuts short.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The model is told to say a few words when it needs a moment; when that is, is up to it.',
    },
  },
  {
    field: 'filler_config',
    record: ['filler_config'],
    pipeline: {
      support: 'service',
      how: 'The fillers, by the mood of what the customer said; never the same one twice in a row.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The neutral ones are given to the model as examples.',
    },
  },
] as const satisfies readonly AssistantSetting[];
