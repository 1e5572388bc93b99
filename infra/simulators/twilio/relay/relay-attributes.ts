import { isOneOf } from '#twilio/wire/formats.ts';

type ValueCheck = (value: string) => boolean;

const aBoolean = isOneOf('true', 'false');
const anInput = isOneOf('none', 'dtmf', 'speech', 'any', 'true', 'false');
const aLanguage: ValueCheck = (value) => value === 'multi' || /^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/.test(value);
const within =
  (from: number, to: number): ValueCheck =>
  (value) =>
    /^\d+(\.\d+)?$/.test(value) && Number(value) >= from && Number(value) <= to;
const eventNames = new Set(['speaker-events', 'tokens-played', 'config-updated']);
const anyEvents: ValueCheck = (value) => value.split(/\s+/).every((name) => eventNames.has(name));
const anything: ValueCheck = () => true;

/** The attributes of `<ConversationRelay>` and their checks. A bad value is error 64101; unknown names are ignored. */
export const relayAttributes: Record<string, ValueCheck> = {
  url: anything,
  welcomeGreeting: anything,
  welcomeGreetingInterruptible: anInput,
  language: aLanguage,
  ttsLanguage: aLanguage,
  transcriptionLanguage: aLanguage,
  ttsProvider: isOneOf('Google', 'Amazon', 'ElevenLabs'),
  voice: anything,
  transcriptionProvider: isOneOf('Google', 'Deepgram'),
  speechModel: (value) => /^[a-z\d][a-z\d_-]*$/.test(value),
  eotThreshold: within(0.5, 0.9),
  speechTimeout: (value) => value === 'auto' || (/^\d+$/.test(value) && within(600, 5000)(value)),
  turnDetection: anything,
  partialPrompts: aBoolean,
  interruptible: anInput,
  interruptSensitivity: isOneOf('low', 'medium', 'high'),
  reportInputDuringAgentSpeech: isOneOf('none', 'dtmf', 'speech', 'any'),
  ignoreBackchannel: aBoolean,
  preemptible: aBoolean,
  dtmfDetection: aBoolean,
  hints: anything,
  profanityFilter: aBoolean,
  deepgramSmartFormat: aBoolean,
  elevenlabsTextNormalization: isOneOf('on', 'auto', 'off'),
  backgroundNoiseReduction: anything,
  echoPromptFiltering: anything,
  events: anyEvents,
  debug: anything,
  applicationReconnect: aBoolean,
  intelligenceService: anything,
  conversationConfiguration: anything,
  conversationId: anything,
};

export const languageAttributes: Record<string, ValueCheck> = {
  code: aLanguage,
  ttsProvider: isOneOf('Google', 'Amazon', 'ElevenLabs'),
  voice: anything,
  transcriptionProvider: isOneOf('Google', 'Deepgram'),
  speechModel: (value) => /^[a-z\d][a-z\d_-]*$/.test(value),
};

export const parameterAttributes: Record<string, ValueCheck> = { name: (value) => value !== '', value: anything };

const elevenLabsVoice =
  /^[A-Za-z\d]{20}(?:-(?:flash_v2_5|turbo_v2_5|turbo_v2|flash_v2))?(?:-(\d\.\d+)_(\d\.\d+)_(\d\.\d+))?$/;

/** Whether a provider's voices have this form: `ID[-model][-speed_stability_similarity]` at ElevenLabs, numbers as `1.0`. */
export function isVoiceOf(provider: string, voice: string): boolean {
  if (provider === 'Google') return /^[a-z]{2,3}-[A-Z]{2}-[\w-]+$/.test(voice);
  if (provider === 'Amazon') return /^[A-Z][a-z]+(?:-(?:Neural|Generative|Long-Form|Standard))?$/.test(voice);
  const match = elevenLabsVoice.exec(voice);
  if (!match) return false;
  const [, speed, stability, similarity] = match;
  if (speed === undefined || stability === undefined || similarity === undefined) return true;
  return within(0.7, 1.2)(speed) && within(0, 1)(stability) && within(0, 1)(similarity);
}
