import type { Assistant } from '#shared/assistants/assistant.ts';
import { callReference, createCallToken, createConnectionToken } from '#shared/calls/call-token.ts';
import type { CallInstructions, ConversationInstruction } from '#shared/calls/carrier.ts';
import type { Language } from '#shared/catalog/languages.ts';
import { backupVoice, voiceInLanguage, type Voice } from '#shared/catalog/voices.ts';
import { endsTurnByModel, speechTimeoutMs } from '#shared/conversations/conversation.ts';
import { UNINTERRUPTIBLE, wordsToInterrupt } from '#shared/conversations/interruption.ts';
import type { RelayAttribute } from '#shared/integrations/twilio/setting-attributes.ts';
import {
  transcriptionLocaleFor,
  transcriptionModelFor,
  transcriptionProviderFor,
} from '#shared/integrations/twilio/transcription.ts';
import { announcementTwiml, bridgeLegTwiml, transferTwiml } from '#shared/integrations/twilio/transfer-twiml.ts';
import { twilioCallbackUrl } from '#shared/integrations/twilio/twilio-api.ts';
import {
  bridgeTwiml,
  canSay,
  conversationTwiml,
  hangUpTwiml,
  rejectTwiml,
  sayTwiml,
} from '#shared/integrations/twilio/twiml.ts';

export interface TwilioCallInstructionsOptions {
  publicUrl: string;
  socketUrl: string;
  /** Undefined if multimodal calls are not configured. */
  realtimeProjectId: string | undefined;
  /** Of the region of the project. */
  realtimeSipHost?: string;
  tokenKey: () => Promise<string>;
}

export function createTwilioCallInstructions(options: TwilioCallInstructionsOptions): CallInstructions {
  const { publicUrl, socketUrl, tokenKey } = options;
  return {
    async connectConversation(answer) {
      const { key, carrierCallId, connectionNumber, assistant, voice, language, greeting, hints } = answer;
      const { isGreetingWhole, keepsBegunWords, speechBackup } = answer;
      if (assistant.mode === 'multimodal') return bridge(answer, options);
      return conversationTwiml({
        socketUrl,
        actionUrl: twilioCallbackUrl(publicUrl, key, 'conversation-ended'),
        greeting,
        settings: relaySettings(assistant, voice, language, {
          hints,
          isGreetingWhole,
          keepsBegunWords,
          speechBackup,
        }),
        parameters: {
          call: callReference(key),
          token: createConnectionToken(await tokenKey(), { key, carrierCallId, connectionNumber }),
        },
        // The recording of the first connection goes on.
        recordingUrl:
          assistant.record && connectionNumber === 0 && speechBackup === undefined
            ? twilioCallbackUrl(publicUrl, key, 'recording')
            : null,
      });
    },
    hangUp: hangUpTwiml,
    dialHuman: ({ key, ...dial }) =>
      transferTwiml({
        ...dial,
        legUrl: twilioCallbackUrl(publicUrl, key, 'transfer-leg'),
        actionUrl: twilioCallbackUrl(publicUrl, key, 'transfer-ended'),
      }),
    announceToHuman: ({ key, text, locale }) =>
      announcementTwiml({ text, locale, actionUrl: twilioCallbackUrl(publicUrl, key, 'transfer-leg') }),
    bridge: bridgeLegTwiml,
    canSay,
    sayGoodbye: sayTwiml,
    reject: (reason) => rejectTwiml(reason === 'busy' ? 'busy' : 'rejected'),
  };
}

async function bridge(
  { key, carrierCallId, assistant, language, timeLimitSeconds }: ConversationInstruction,
  { publicUrl, realtimeProjectId, realtimeSipHost = 'sip.api.openai.com', tokenKey }: TwilioCallInstructionsOptions,
): Promise<string> {
  if (realtimeProjectId === undefined)
    throw new Error('multimodal calls are not configured: OPENAI_PROJECT_ID is empty');
  return bridgeTwiml({
    projectId: realtimeProjectId,
    sipHost: realtimeSipHost,
    headers: {
      'X-Ringback-Call': callReference(key),
      'X-Ringback-Token': createCallToken(await tokenKey(), 'bridge', key, carrierCallId),
    },
    actionUrl: twilioCallbackUrl(publicUrl, key, 'bridge-ended'),
    timeLimitSeconds,
    transcription: {
      url: twilioCallbackUrl(publicUrl, key, 'transcription'),
      languageCode: transcriptionLocaleFor(language),
      engine:
        transcriptionProviderFor(language, { providerId: assistant.transcriberProviderId }) === 'Deepgram'
          ? 'deepgram'
          : 'google',
    },
    recordingUrl: assistant.record ? twilioCallbackUrl(publicUrl, key, 'recording') : null,
  });
}

/** By endpoint sensitivity 0–5. 0.7 is Deepgram's default: https://developers.deepgram.com/docs/flux/configuration */
const END_OF_TURN_THRESHOLD = [0.6, 0.7, 0.75, 0.8, 0.85, 0.9] as const;

type ServiceAttribute =
  | 'dtmfDetection'
  | 'reportInputDuringAgentSpeech'
  | 'events'
  | 'hints'
  | 'profanityFilter'
  | 'elevenlabsTextNormalization'
  | 'transcriptionLanguage'
  | 'ttsLanguage';

type RelayValue = string | number | boolean | undefined;

/** Names and values: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay */
export function relaySettings(
  assistant: Assistant,
  voice: Voice,
  language: Language,
  {
    hints = [],
    isGreetingWhole = false,
    keepsBegunWords = false,
    speechBackup,
  }: Partial<Pick<ConversationInstruction, 'isGreetingWhole' | 'keepsBegunWords' | 'speechBackup'>> & {
    hints?: readonly string[];
  } = {},
): Record<Exclude<RelayAttribute, 'welcomeGreeting'> | ServiceAttribute, RelayValue> {
  const spoken = voiceInLanguage(speechBackup === 'speech' ? backupVoice(voice) : voice, language);
  const isBackup = speechBackup !== undefined;
  const { transcriberProviderId: providerId } = assistant;
  const transcriptionLanguage = transcriptionLocaleFor(language);
  return {
    language: language.locale,
    ttsLanguage: voiceLocale(spoken, language),
    transcriptionLanguage: transcriptionLanguage === language.locale ? undefined : transcriptionLanguage,
    ttsProvider: spoken.provider,
    voice: relayVoice(assistant, spoken),
    // Off by default, and numbers would be read as the model guesses. Google's and Amazon's voices do it by themselves.
    elevenlabsTextNormalization: spoken.provider === 'ElevenLabs' ? 'on' : undefined,
    transcriptionProvider: transcriptionProviderFor(language, { providerId, isBackup }),
    hints: isBackup ? undefined : hintsFor(language, providerId, hints),
    profanityFilter: false,
    ...endOfTurn(assistant, language, isBackup),
    ...interruption(assistant, isGreetingWhole, keepsBegunWords || endsTurnByModel(assistant)),
    dtmfDetection: true,
    // When the customer hangs up, nothing else tells how much of the answer was played.
    events: 'speaker-events tokens-played',
  };
}

/** If the service counts words, only a key stops playback at the carrier, and new text of the service cuts it. */
function interruption(assistant: Assistant, isGreetingWhole: boolean, keepsBegunWords: boolean) {
  const words = wordsToInterrupt(assistant);
  const counted = words > 0 && words < UNINTERRUPTIBLE;
  const speech = counted ? 'dtmf' : 'any';
  const interruptible = assistant.allowInterruptions ? speech : 'none';
  return {
    interruptible,
    welcomeGreetingInterruptible: isGreetingWhole && interruptible === 'any' ? 'none' : interruptible,
    interruptSensitivity: interruptSensitivity(assistant),
    ignoreBackchannel: assistant.allowInterruptions && assistant.minInterruptWords === 1 ? true : undefined,
    // The carrier's default is `none`: words and keys over the assistant would never arrive.
    reportInputDuringAgentSpeech: 'any',
    partialPrompts: counted || keepsBegunWords ? true : undefined,
  };
}

/** The carrier's default, `high`, is also its most sensitive value: from the setting's default of 0.5 on. */
function interruptSensitivity({ interruptSensitivity: level }: Assistant): 'low' | 'medium' | 'high' {
  if (level >= 0.5) return 'high';
  return level >= 0.25 ? 'medium' : 'low';
}

/** Google refuses hints in some languages, and the session fails (64101). Commas separate them. */
function hintsFor(language: Language, providerId: number | null, hints: readonly string[]): string | undefined {
  if (hints.length === 0 || transcriptionProviderFor(language, { providerId }) !== 'Deepgram') return undefined;
  return hints.map((hint) => hint.replaceAll(',', ' ')).join(',');
}

// Google refuses a voice of another locale than the language, and has no voice in some of our locales:
// https://docs.cloud.google.com/text-to-speech/docs/list-voices-and-types
function voiceLocale({ provider, providerVoice }: Pick<Voice, 'provider' | 'providerVoice'>, { locale }: Language) {
  const own = provider === 'Google' ? /^[a-z]{2,3}-[A-Z]{2}(?=-)/.exec(providerVoice)?.[0] : undefined;
  return own === locale ? undefined : own;
}

/** ElevenLabs voices contain speed, stability and similarity in their name: `ID-model-1.0_0.7_0.5`. */
function relayVoice(assistant: Assistant, voice: Pick<Voice, 'provider' | 'providerVoice'>): string {
  if (voice.provider !== 'ElevenLabs') return voice.providerVoice;
  const suffix = [assistant.speechSpeed, assistant.voiceStability, assistant.voiceSimilarity]
    .map(withDecimal)
    .join('_');
  return `${voice.providerVoice}-flash_v2_5-${suffix}`;
}

/** Without a turn-taking model, a wait in seconds: https://docs.famulor.io/en/platform/transcriber-settings */
function endOfTurn(assistant: Assistant, language: Language, isBackup: boolean) {
  const byModel = endsTurnByModel(assistant) && !isBackup;
  return {
    speechModel: byModel
      ? 'flux'
      : transcriptionModelFor(language, { providerId: assistant.transcriberProviderId, isBackup }),
    eotThreshold: byModel ? pick(END_OF_TURN_THRESHOLD, assistant.endpointSensitivity) : undefined,
    speechTimeout: byModel ? undefined : speechTimeoutMs(assistant),
  };
}

function pick<Value>(steps: readonly Value[], sensitivity: number): Value | undefined {
  return steps[Math.min(steps.length - 1, Math.max(0, Math.round(sensitivity)))];
}

function withDecimal(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
}
