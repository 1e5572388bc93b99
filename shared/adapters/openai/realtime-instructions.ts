import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { ConversationScript } from '#shared/domain/conversation/conversation.ts';
import type { Language } from '#shared/domain/language/language.ts';

/** The user's own prompt first: what it asks for goes before the manners of the telephone. */
export function realtimeInstructions(assistant: Assistant, language: Language, script: ConversationScript): string {
  const parts = [
    script.systemPrompt,
    `You are speaking on the telephone. Speak ${language.name} (${language.locale}), and no other language unless the ` +
      'customer asks for it. Answer in one to three short sentences, as people talk, and say numbers and dates as they are spoken.',
    opening(script.greeting),
  ];
  if (assistant.fillers) parts.push(fillers(assistant));
  if (script.endCallDescription !== null) {
    parts.push(
      `To hang up, call the tool end_call (${script.endCallDescription}). Do not say goodbye before you call it: ` +
        'you will be asked for your last words afterwards.',
    );
  }
  if (script.canRefuseCalls) {
    parts.push(
      'A customer who does not want to be called again is not persuaded: call the tool do_not_call. Do not say goodbye ' +
        'before you call it: you will be asked for your last words afterwards.',
    );
  }
  return parts.join('\n\n');
}

/** The first words of the call, word for word. */
export function greetingInstructions(greeting: string): string {
  return `Say exactly this, word for word, and nothing else: «${greeting}»`;
}

/** Words that the service has decided on: the question that breaks a silence, or a goodbye. */
export function sentenceInstructions(sentence: string): string {
  return `Say this in your own voice and nothing else: «${sentence}»`;
}

/** The last words, when the model itself has ended the call. */
export function goodbyeInstructions(language: Language): string {
  return (
    `The call ends now. Say goodbye in one short sentence in ${language.name}, fitting what was said last. ` +
    'Ask nothing, and call no tool.'
  );
}

function opening(greeting: string | null): string {
  return greeting === null
    ? 'The customer speaks first: wait until you are spoken to.'
    : `The call begins with your words «${greeting}». You will be asked to say them; do not repeat them later.`;
}

function fillers({ fillerConfig }: Assistant): string {
  const examples = fillerConfig.neutral.slice(0, 3).map((phrase) => `«${phrase}»`);
  const such = examples.length === 0 ? '' : `, such as ${examples.join(', ')}`;
  return `When you need a moment before you can answer, say a few words first${such}.`;
}
