import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { Language } from '#shared/domain/language/language.ts';
import { transcriptionProviderFor } from '#shared/domain/language/transcription-provider.ts';
import { voiceInLanguage } from '#shared/domain/voice/voice-in-language.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';

/** Milliseconds of silence that end the customer's turn, by endpoint sensitivity 0–5. */
const SPEECH_TIMEOUT_MS = [2000, 1600, 1300, 1000, 800, 600] as const;
/** Confidence at which the turn-taking model ends the customer's turn, by endpoint sensitivity 0–5. */
const END_OF_TURN_THRESHOLD = [0.9, 0.86, 0.82, 0.78, 0.7, 0.6] as const;
const INTERRUPT_SENSITIVITY = ['low', 'low', 'medium', 'medium', 'high', 'high'] as const;

/**
 * What an assistant's settings mean to ConversationRelay. Attribute names and values:
 * https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
 */
export function relaySettings(
  assistant: Assistant,
  voice: Voice,
  language: Language,
): Record<string, string | number | boolean | undefined> {
  const interruptible = assistant.allowInterruptions ? 'any' : 'none';
  const spoken = voiceInLanguage(voice, language);
  const transcriptionProvider = transcriptionProviderFor(language);
  return {
    language: language.locale,
    ttsProvider: spoken.provider,
    voice: relayVoice(assistant, spoken),
    transcriptionProvider,
    ...endOfTurn(assistant, transcriptionProvider),
    interruptible,
    welcomeGreetingInterruptible: interruptible,
    interruptSensitivity: pick(INTERRUPT_SENSITIVITY, assistant.interruptSensitivity),
    ignoreBackchannel: assistant.minInterruptWords !== null && assistant.minInterruptWords > 0 ? true : undefined,
    dtmfDetection: true,
    events: 'speaker-events',
  };
}

/** ElevenLabs voices carry speed, stability and similarity in the voice itself: `ID-model-1.0_0.7_0.5`. */
function relayVoice(assistant: Assistant, voice: Pick<Voice, 'provider' | 'providerVoice'>): string {
  if (voice.provider !== 'ElevenLabs') return voice.providerVoice;
  const suffix = [assistant.speechSpeed, assistant.voiceStability, assistant.voiceSimilarity]
    .map(withDecimal)
    .join('_');
  return `${voice.providerVoice}-flash_v2_5-${suffix}`;
}

/** The model that hears the end of a turn is Deepgram's; where Google listens, silence ends the turn. */
function endOfTurn(assistant: Assistant, provider: 'Deepgram' | 'Google') {
  if (assistant.endpointType === 'ai' && provider === 'Deepgram') {
    return { speechModel: 'flux', eotThreshold: pick(END_OF_TURN_THRESHOLD, assistant.endpointSensitivity) };
  }
  return { speechTimeout: pick(SPEECH_TIMEOUT_MS, assistant.endpointSensitivity) };
}

function pick<Value>(steps: readonly Value[], sensitivity: number): Value | undefined {
  return steps[Math.min(steps.length - 1, Math.max(0, Math.round(sensitivity)))];
}

/** `1` must be written `1.0`; two decimals are enough for settings that are kept with two. */
function withDecimal(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
}
