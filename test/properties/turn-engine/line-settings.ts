import type { Assistant } from '#shared/assistants/assistant.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import { findPublicVoice } from '#shared/catalog/voices.ts';
import { wordsToInterrupt } from '#shared/conversations/interruption.ts';
import { relaySettings } from '#shared/integrations/twilio/call-instructions.ts';
import { buildAssistant } from '#test/support/builders.ts';

/** How the carrier holds the conversation of such an assistant, by what it is told when the call is answered. */
export function lineSettings(assistant: Partial<Assistant>) {
  const settings = relaySettings(buildAssistant(assistant), findPublicVoice(1)!, findLanguage(1)!);
  return {
    /** Whether the customer's voice stops the assistant's. */
    stopsAtVoice: settings.interruptible === 'any',
    /** Whether a key does. */
    stopsAtKey: settings.interruptible !== 'none',
    /** Whether words over the assistant are told that do not stop it. */
    tellsWordsOver: settings.reportInputDuringAgentSpeech === 'any' && settings.interruptible === 'dtmf',
    tellsPartialWords: settings.partialPrompts === true,
    /** Whether newer words of the service cut older ones, so that it stores every piece. */
    cutsOwnWords: wordsToInterrupt(buildAssistant(assistant)) > 0,
  };
}
