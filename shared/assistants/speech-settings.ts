import * as v from 'valibot';
import { decimal, fixed, unsupported, yesNo, type SettingTable } from '#shared/assistants/setting.ts';
import { findLanguage, findLanguageByName, findTranscriber } from '#shared/catalog/languages.ts';
import { sentences } from '#shared/platform/errors.ts';
import { arrayOf, describedAs, reference, text } from '#shared/platform/http/fields.ts';
import { recordId, plainText as shownText, wholeNumber } from '#shared/platform/http/record-fields.ts';

/** Under each name under which it was sent. The catalogue is read later, because operators change it. */
export interface ModelChoice {
  llm_model?: string;
  llm_model_id?: number;
  multimodal_model_id?: number;
}

/** More would keep the caller waiting for longer than a turn may take. */
export const MOST_FALLBACKS = 2;
const noModels: string[] = [];
/** The record has null for the model of the other engine mode, and a request may send it back. */
const idOrNull = { type: ['integer', 'null'], minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

const noSound = unsupported('No engine plays an ambient sound.');

export const speechSettings = {
  engineId: fixed('engine_id', null, v.nullable(wholeNumber(1))),
  synthesizerId: fixed('synthesizer_id', null, v.nullable(wholeNumber(1))),
  synthesizerProviderId: fixed('synthesizer_provider_id', null, v.nullable(wholeNumber(1))),
  transcriberId: fixed('transcriber_id', null, v.nullable(wholeNumber(1))),
  transcriberProviderId: {
    request: 'transcriber_provider_id',
    rule: selected(reference(), findTranscriber),
    default: null,
    stored: v.nullable(v.number()),
    record: 'transcriber_provider_id',
    shown: v.nullable(wholeNumber(1)),
    pipeline: {
      support: 'carrier',
      how: 'Who transcribes the customer, of the list of providers. Null: Deepgram, and Google where Deepgram does not support the language. With Google, `endpoint_type` `ai` has no effect, and neither have names as hints.',
    },
    multimodal: {
      support: 'carrier',
      how: 'Who transcribes the call for the record. The speech model hears the customer itself.',
    },
  },
  language: {
    request: 'language',
    rule: selected(text(100), findLanguageByName),
    aliases: { language_id: selected(reference(), findLanguage) },
    stored: v.string(),
    record: 'language',
    shown: v.nullable(shownText('English')),
    pipeline: {
      support: 'carrier',
      how: 'Voice and transcription use this language. If Deepgram does not support it, Google transcribes. The instructions of the model name it as well.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The instructions of the model name the language, but nothing forces the model to speak it. The carrier transcribes in this language.',
    },
  },
  languageId: { stored: v.number(), record: 'language_id', shown: v.nullable(recordId(9)) },
  model: {
    request: 'llm_model',
    rule: chosen(text(100), (name) => ({ llm_model: name })),
    aliases: {
      llm_model_id: v.pipe(
        chosen(reference(), (id) => ({ llm_model_id: id })),
        describedAs(idOrNull),
      ),
      multimodal_model_id: v.pipe(
        chosen(reference(), (id) => ({ multimodal_model_id: id })),
        describedAs(idOrNull),
      ),
    },
    joined: true,
    pipeline: { support: 'model', how: 'This model answers the customer and evaluates the call.' },
    multimodal: {
      support: 'model',
      session: ['model'],
      how: 'This speech model answers the customer. The first text model of its provider evaluates the call.',
    },
  },
  llmModelId: { stored: v.nullable(v.number()), record: 'llm_model_id', shown: v.nullable(recordId(1)) },
  multimodalModelId: {
    stored: v.nullable(v.number()),
    record: 'multimodal_model_id',
    shown: v.nullable(recordId(101)),
  },
  /** Absent from the record where there are none, because the contract's record has no such field. */
  fallbackModels: {
    request: 'fallback_models',
    rule: v.pipe(arrayOf(text(100)), v.maxLength(MOST_FALLBACKS, sentences.maxItems(MOST_FALLBACKS))),
    default: noModels,
    stored: v.array(v.string()),
    record: 'fallback_models',
    shown: v.optional(
      v.pipe(
        v.array(v.string()),
        v.transform((names) => (names.length > 0 ? names : undefined)),
        v.optional(v.array(shownText('nova-2-lite'))),
      ),
    ),
    pipeline: {
      support: 'service',
      how: 'If the first model fails, these models answer and evaluate in its place, one after the other. By default it is one model of another configured provider.',
    },
    multimodal: unsupported('Another model cannot take over the call from a speech model.'),
  },
  llmTemperature: {
    request: 'llm_temperature',
    record: 'llm_temperature',
    ...decimal(0, 1, 0.1),
    pipeline: { support: 'model', how: 'Every request to the model carries this value.' },
    multimodal: unsupported('Speech models have no temperature.'),
  },
  voiceId: {
    request: 'voice_id',
    rule: reference(),
    stored: v.number(),
    record: 'voice_id',
    shown: recordId(1),
    pipeline: {
      support: 'carrier',
      how: 'The carrier speaks with this voice. If ElevenLabs does not support the language, a Google voice speaks instead.',
    },
    multimodal: { support: 'model', session: ['audio.output.voice'], how: 'The speech model speaks with this voice.' },
  },
  voiceStability: {
    request: 'voice_stability',
    record: 'voice_stability',
    ...decimal(0, 1, 0.7),
    pipeline: { support: 'carrier', how: 'It applies to ElevenLabs voices only.' },
    multimodal: unsupported('Voices of the speech model have no stability.'),
  },
  voiceSimilarity: {
    request: 'voice_similarity',
    record: 'voice_similarity',
    ...decimal(0, 1, 0.5),
    pipeline: { support: 'carrier', how: 'It applies to ElevenLabs voices only.' },
    multimodal: unsupported('Voices of the speech model have no similarity.'),
  },
  speechSpeed: {
    request: 'speech_speed',
    record: 'speech_speed',
    ...decimal(0.7, 1.2, 1),
    pipeline: {
      support: 'carrier',
      how: 'It applies to ElevenLabs voices only. Other voices keep their pace.',
    },
    multimodal: { support: 'model', session: ['audio.output.speed'], how: 'The speech model speaks at this pace.' },
  },
  noiseCancellation: {
    request: 'noise_cancellation',
    record: 'enable_noise_cancellation',
    ...yesNo(true),
    pipeline: unsupported('The carrier documents no values for it and ends calls that have a wrong one.'),
    multimodal: {
      support: 'model',
      session: ['audio.input.noise_reduction'],
      how: 'The model filters noise as for a telephone at the ear.',
    },
  },
  ambientSound: {
    default: 'off',
    stored: v.string(),
    record: 'ambient_sound',
    shown: shownText('off'),
    pipeline: unsupported('The carrier plays either speech or a sound, and never both.'),
    multimodal: unsupported('The speech model mixes in no sound.'),
  },
  ambientSoundVolume: {
    request: 'ambient_sound_volume',
    record: 'ambient_sound_volume',
    ...decimal(0, 1, 0.5),
    pipeline: noSound,
    multimodal: noSound,
  },
} as const satisfies SettingTable;

function selected<Input, Key, Entry>(field: v.GenericSchema<Input, Key>, find: (key: Key) => Entry | undefined) {
  return v.pipe(
    field,
    v.rawTransform<Key, Entry>(({ dataset, addIssue, NEVER }) => {
      const entry = find(dataset.value);
      if (entry !== undefined) return entry;
      addIssue({ message: sentences.selected });
      return NEVER;
    }),
  );
}

function chosen<Input, Key>(field: v.GenericSchema<Input, Key>, read: (key: Key) => ModelChoice) {
  return v.pipe(field, v.transform(read));
}
