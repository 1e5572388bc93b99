import { twilioCallbackUrl } from '#shared/adapters/twilio/callback-urls.ts';
import { conversationTwiml, hangUpTwiml, rejectTwiml } from '#shared/adapters/twilio/conversation-twiml.ts';
import { relaySettings } from '#shared/adapters/twilio/relay-settings.ts';
import { createRelayToken } from '#shared/adapters/twilio/relay-token.ts';
import type { CallAnswers } from '#shared/ports/call-answers.ts';

export interface TwilioCallAnswersOptions {
  publicUrl: string;
  socketUrl: string;
  authToken: () => Promise<string>;
}

/** Answers in TwiML. */
export function createTwilioCallAnswers({ publicUrl, socketUrl, authToken }: TwilioCallAnswersOptions): CallAnswers {
  return {
    async converse({ key, carrierCallId, assistant, voice, language, greeting }) {
      return conversationTwiml({
        socketUrl,
        actionUrl: twilioCallbackUrl(publicUrl, key, 'conversation-ended'),
        greeting,
        settings: relaySettings(assistant, voice, language),
        parameters: {
          call: `${key.userId}.${key.callId}`,
          token: createRelayToken(await authToken(), key, carrierCallId),
        },
        recordingUrl: assistant.record ? twilioCallbackUrl(publicUrl, key, 'recording') : null,
      });
    },
    hangUp: hangUpTwiml,
    reject: (reason) => rejectTwiml(reason === 'busy' ? 'busy' : 'rejected'),
  };
}
