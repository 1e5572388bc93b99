import { createCallToken, callReference } from '#shared/calls/call-token.ts';
import type { CallInstructions, ConversationInstruction } from '#shared/calls/carrier.ts';
import { transcriptionProviderFor } from '#shared/catalog/languages.ts';
import { relaySettings } from '#shared/integrations/twilio/relay-settings.ts';
import { createRelayToken } from '#shared/integrations/twilio/signature.ts';
import { twilioCallbackUrl } from '#shared/integrations/twilio/twilio-api.ts';
import {
  conversationTwiml,
  hangUpTwiml,
  rejectTwiml,
  sayTwiml,
  bridgeTwiml,
} from '#shared/integrations/twilio/twiml.ts';

export interface TwilioCallInstructionsOptions {
  publicUrl: string;
  socketUrl: string;
  /** The project of the speech model; undefined if multimodal calls are not configured. */
  realtimeProjectId: string | undefined;
  /** The key of the tokens that connect a call. */
  tokenKey: () => Promise<string>;
}

/** Call instructions as TwiML. */
export function createTwilioCallInstructions(options: TwilioCallInstructionsOptions): CallInstructions {
  const { publicUrl, socketUrl, tokenKey } = options;
  return {
    async connectConversation(answer) {
      const { key, carrierCallId, connectionNumber, assistant, voice, language, greeting, hints } = answer;
      if (assistant.mode === 'multimodal') return bridge(answer, options);
      return conversationTwiml({
        socketUrl,
        actionUrl: twilioCallbackUrl(publicUrl, key, 'conversation-ended'),
        greeting,
        settings: relaySettings(assistant, voice, language, hints),
        parameters: {
          call: callReference(key),
          token: createRelayToken(await tokenKey(), { key, carrierCallId, connectionNumber }),
        },
        // The recording of the first connection goes on.
        recordingUrl:
          assistant.record && connectionNumber === 0 ? twilioCallbackUrl(publicUrl, key, 'recording') : null,
      });
    },
    hangUp: hangUpTwiml,
    sayGoodbye: sayTwiml,
    reject: (reason) => rejectTwiml(reason === 'busy' ? 'busy' : 'rejected'),
  };
}

/** SIP headers that identify the call in the callback of the speech model. */
async function bridge(
  { key, carrierCallId, assistant, language, timeLimitSeconds }: ConversationInstruction,
  { publicUrl, realtimeProjectId, tokenKey }: TwilioCallInstructionsOptions,
): Promise<string> {
  if (realtimeProjectId === undefined)
    throw new Error('multimodal calls are not configured: OPENAI_PROJECT_ID is empty');
  return bridgeTwiml({
    projectId: realtimeProjectId,
    headers: {
      'X-Ringback-Call': callReference(key),
      'X-Ringback-Token': createCallToken(await tokenKey(), 'bridge', key, carrierCallId),
    },
    actionUrl: twilioCallbackUrl(publicUrl, key, 'bridge-ended'),
    timeLimitSeconds,
    transcription: {
      url: twilioCallbackUrl(publicUrl, key, 'transcription'),
      languageCode: language.locale,
      engine: transcriptionProviderFor(language) === 'Deepgram' ? 'deepgram' : 'google',
    },
    recordingUrl: assistant.record ? twilioCallbackUrl(publicUrl, key, 'recording') : null,
  });
}
