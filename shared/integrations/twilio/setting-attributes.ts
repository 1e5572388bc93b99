import type { SettingField } from '#shared/assistants/settings.ts';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';

/** Of `<ConversationRelay>`, or of the verb that stands before the dot. */
export const settingAttributes = {
  pipeline: {
    language: ['language', 'transcriptionProvider'],
    voice_id: ['ttsProvider', 'voice'],
    voice_stability: ['voice'],
    voice_similarity: ['voice'],
    speech_speed: ['voice'],
    initial_message: ['welcomeGreeting'],
    who_speaks_first: ['welcomeGreeting'],
    allow_interruptions: ['interruptible', 'welcomeGreetingInterruptible'],
    greeting_interruptible: ['welcomeGreetingInterruptible'],
    min_interrupt_words: ['ignoreBackchannel', 'interruptible', 'partialPrompts'],
    endpoint_type: ['speechModel', 'eotThreshold', 'speechTimeout'],
    endpoint_sensitivity: ['speechTimeout', 'eotThreshold'],
    interrupt_sensitivity: ['interruptSensitivity'],
    record_call: ['Recording.channels'],
  },
  multimodal: {
    language: ['Transcription.languageCode'],
    record_call: ['Dial.record'],
  },
} as const satisfies Record<EngineMode, Partial<Record<SettingField, readonly string[]>>>;

type Pipeline = (typeof settingAttributes)['pipeline'];

export type RelayAttribute = Exclude<Pipeline[keyof Pipeline][number], `${string}.${string}`>;
