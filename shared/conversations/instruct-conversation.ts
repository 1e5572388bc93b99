import type { CallConfiguration } from '#shared/calls/call-items.ts';
import type { Call } from '#shared/calls/call.ts';
import type { CallInstructions, ConversationInstruction } from '#shared/calls/carrier.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import { findVoice, type VoiceStore } from '#shared/catalog/voices.ts';
import { isGreetingWhole } from '#shared/conversations/interruption.ts';
import { speakForms } from '#shared/conversations/spoken-numbers.ts';
import { buildScript, findHints } from './script.ts';

export interface InstructConversationDeps {
  voices: VoiceStore;
  instructions: CallInstructions;
}

/** Returns undefined if the catalogue no longer has the language. */
export async function instructConversation(
  call: Call,
  configuration: CallConfiguration,
  {
    isGreeted,
    firstWords,
    ...connection
  }: Pick<ConversationInstruction, 'carrierCallId' | 'connectionNumber'> & {
    isGreeted: boolean;
    /** Instead of the greeting. */
    firstWords?: string;
  },
  { voices, instructions }: InstructConversationDeps,
): Promise<string | undefined> {
  const key = { userId: call.userId, callId: call.id };
  const language = findLanguage(configuration.assistant.languageId);
  if (!language) return undefined;
  const { assistant, variables } = configuration;
  const now = call.answeredAt ?? call.createdAt;
  const { greeting } = buildScript({ call, configuration, locale: language.locale, now });
  return instructions.connectConversation({
    key,
    ...connection,
    assistant,
    voice: await findVoice(assistant, voices),
    language,
    greeting: isGreeted || greeting === null ? (firstWords ?? null) : speakForms(greeting, language.locale),
    isGreetingWhole: isGreetingWhole(assistant, call.type),
    // Who is called may say that they want no more calls, and hang up.
    keepsBegunWords: call.type === 'outbound',
    hints: findHints(variables),
    timeLimitSeconds: call.lineSeconds ?? call.allowedSeconds,
    ...(call.speechFailed && { speechBackup: call.speechFailed.backup }),
  });
}
