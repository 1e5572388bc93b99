import type { Assistant } from '#shared/assistants/assistant.ts';
import type { RelayAttribute } from '#shared/assistants/settings.ts';
import { transcriptionProviderFor, type Language } from '#shared/catalog/languages.ts';
import { voiceInLanguage } from '#shared/catalog/use-voices.ts';
import type { Voice } from '#shared/catalog/voices.ts';
import { wordsToInterrupt } from '#shared/conversations/conversation.ts';

/** Milliseconds of silence that end the customer's turn, by endpoint sensitivity 0–5. */
const SPEECH_TIMEOUT_MS = [2000, 1600, 1300, 1000, 800, 600] as const;
/** Confidence at which the turn-taking model ends the customer's turn, by endpoint sensitivity 0–5. */
const END_OF_TURN_THRESHOLD = [0.9, 0.86, 0.82, 0.78, 0.7, 0.6] as const;
const INTERRUPT_SENSITIVITY = ['low', 'low', 'medium', 'medium', 'high', 'high'] as const;

type RelayValue = string | number | boolean | undefined;

/**
 * Converts an assistant's settings to the attributes of ConversationRelay. Names and values:
 * https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
 */
export function relaySettings(
  assistant: Assistant,
  voice: Voice,
  language: Language,
): Record<Exclude<RelayAttribute, 'welcomeGreeting'> | 'dtmfDetection', RelayValue> {
  const spoken = voiceInLanguage(voice, language);
  const transcriptionProvider = transcriptionProviderFor(language);
  return {
    language: language.locale,
    ttsProvider: spoken.provider,
    voice: relayVoice(assistant, spoken),
    transcriptionProvider,
    ...endOfTurn(assistant, transcriptionProvider),
    ...interruption(assistant),
    dtmfDetection: true,
    // Report playback if the assistant's own newer text may cut older text short.
    events: wordsToInterrupt(assistant) > 0 || assistant.fillers ? 'speaker-events tokens-played' : 'speaker-events',
  };
}

/**
 * If the service counts words, only a DTMF key stops playback at the carrier. Partial prompts are reported, and new text from
 * the service cuts playback.
 */
function interruption(assistant: Assistant) {
  const counted = wordsToInterrupt(assistant) > 0;
  const interruptible = assistant.allowInterruptions ? 'any' : 'none';
  return {
    interruptible: counted ? 'dtmf' : interruptible,
    welcomeGreetingInterruptible: counted ? 'dtmf' : interruptible,
    interruptSensitivity: pick(INTERRUPT_SENSITIVITY, assistant.interruptSensitivity),
    ignoreBackchannel: assistant.allowInterruptions && assistant.minInterruptWords === 1 ? true : undefined,
    // Without it the carrier stops the voice and keeps what interrupted it: the default is `none`.
    reportInputDuringAgentSpeech: assistant.allowInterruptions ? 'any' : undefined,
    partialPrompts: counted ? true : undefined,
  };
}

/** ElevenLabs voices contain speed, stability and similarity in their name: `ID-model-1.0_0.7_0.5`. */
function relayVoice(assistant: Assistant, voice: Pick<Voice, 'provider' | 'providerVoice'>): string {
  if (voice.provider !== 'ElevenLabs') return voice.providerVoice;
  const suffix = [assistant.speechSpeed, assistant.voiceStability, assistant.voiceSimilarity]
    .map(withDecimal)
    .join('_');
  return `${voice.providerVoice}-flash_v2_5-${suffix}`;
}

/** Only Deepgram has a turn-taking model. With Google, silence ends the turn. */
function endOfTurn({ endpointType, endpointSensitivity }: Assistant, provider: 'Deepgram' | 'Google') {
  const byModel = endpointType === 'ai' && provider === 'Deepgram';
  return {
    speechModel: byModel ? 'flux' : undefined,
    eotThreshold: byModel ? pick(END_OF_TURN_THRESHOLD, endpointSensitivity) : undefined,
    speechTimeout: byModel ? undefined : pick(SPEECH_TIMEOUT_MS, endpointSensitivity),
  };
}

function pick<Value>(steps: readonly Value[], sensitivity: number): Value | undefined {
  return steps[Math.min(steps.length - 1, Math.max(0, Math.round(sensitivity)))];
}

/** Writes `1` as `1.0`. Settings have at most two decimals. */
function withDecimal(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
}
